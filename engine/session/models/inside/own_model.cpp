// Heed's own classifiers, from a recipe: preprocessing, words, one forward pass.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/data/text_encoder.h"
#include "engine/format/json.h"
#include "engine/models/architecture.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/inside/model_parts.h"
#include "engine/tensor/arena.h"

namespace heed::session {
namespace {

class OwnModel final : public ModelImpl {
 public:
  OwnModel(std::string name, ModelParts parts, int64_t bytes, const Device& device)
      : name_(std::move(name)), parts_(std::move(parts)), bytes_(bytes), device_(device) {
    parts_.classifier->parameters().move_to(device_);
    parts_.classifier->parameters().pack(device_);
  }

  Analysis analyse(const std::string& text, const AnalysisOptions& options) const override;
  std::vector<Token> tokenize(const std::string& text) const override;
  ModelInfo info() const override;

 private:
  std::string name_;
  ModelParts parts_;
  int64_t bytes_;  // of model.safetensors
  Device device_;
  mutable Arena arena_{*device_.memory};
};

Token to_token(const TextToken& token, const Vocabulary& vocabulary, int& words) {
  Token t;
  t.text = token.text;
  t.id = vocabulary.id(token.text);
  t.start = token.start;
  t.end = token.end;
  t.known = vocabulary.find(token.text).has_value();
  t.special = token.special;
  if (!token.special) t.word = words++;
  return t;
}

std::vector<Token> to_tokens(const std::vector<TextToken>& tokens, const Vocabulary& vocabulary) {
  std::vector<Token> result;
  result.reserve(tokens.size());
  int words = 0;
  for (const TextToken& token : tokens) result.push_back(to_token(token, vocabulary, words));
  return result;
}

std::vector<AttentionMap> read_maps(const Network& model, const Trace& trace, int64_t tokens) {
  std::vector<AttentionMap> maps;
  for (const AttentionPoint& point : model.attention()) {
    const Tensor* weights = trace.find(point.name);
    if (!weights) continue;
    const int64_t T = point.kind == "pooling" ? 1 : tokens;
    maps.push_back({point.name, point.kind, point.layer, point.heads, T, tokens, point.normalised,
                    weights->values<float>()});
  }
  return maps;
}

Analysis OwnModel::analyse(const std::string& text, const AnalysisOptions& options) const {
  Analysis analysis;
  analysis.model = name_;
  analysis.text = text;
  std::vector<Preprocessing::StepText> steps;
  EncodedText encoded = parts_.encoder->encode(text, &steps);
  for (Preprocessing::StepText& step : steps)
    analysis.preprocessing.push_back({std::move(step.step), std::move(step.text)});
  analysis.total_tokens = static_cast<int64_t>(encoded.tokens.size());
  encoded.truncate(
      static_cast<size_t>(std::max<int64_t>(1, std::min(options.max_tokens, parts_.max_tokens))));
  if (static_cast<int64_t>(encoded.tokens.size()) < analysis.total_tokens)
    analysis.cut_at = encoded.tokens.back().end;
  analysis.tokens = to_tokens(encoded.tokens, parts_.encoder->vocabulary());
  if (analysis.tokens.empty()) return analysis;

  arena_.reset();
  Trace trace;
  if (options.attention) trace.watch(".weights");
  Context ctx;
  ctx.device = &device_;
  ctx.memory = &arena_;
  ctx.trace = &trace;
  const Variable logits = parts_.classifier->forward(ctx, make_batch({encoded}, {0}));
  const Tensor result = ctx.make(logits.shape(), logits.dtype());
  ctx.kernels().softmax.softmax(device_, logits.value(), result);
  const Tensor p = ctx.host(result);
  for (size_t c = 0; c < parts_.labels.size(); ++c)
    analysis.classes.push_back({parts_.labels[c], static_cast<double>(p.data<float>()[c])});
  analysis.prediction =
      *std::max_element(analysis.classes.begin(), analysis.classes.end(),
                        [](const auto& a, const auto& b) { return a.probability < b.probability; });
  analysis.attention = read_maps(*parts_.classifier, trace, static_cast<int64_t>(analysis.tokens.size()));
  summarise_attention(analysis, options.top);
  return analysis;
}

std::vector<Token> OwnModel::tokenize(const std::string& text) const {
  return to_tokens(parts_.encoder->encode(text).tokens, parts_.encoder->vocabulary());
}

ModelInfo OwnModel::info() const {
  ModelInfo info;
  info.name = name_;
  info.architecture = parts_.config.at("architecture").get<std::string>();
  info.parameters = parts_.classifier->parameters().count();
  for (const AttentionPoint& point : parts_.classifier->attention()) {
    info.layers = std::max(info.layers, point.layer + 1);
    info.heads = std::max(info.heads, static_cast<int>(point.heads));
  }
  // Layers that do not attend (recurrent ones) count too.
  info.layers = std::max(info.layers, value_or<int>(parts_.config, "layers", 0, info.name));
  info.classes = parts_.labels;
  info.vocabulary = parts_.encoder->vocabulary().size();
  info.bytes = bytes_;
  info.max_tokens = parts_.max_tokens;
  return info;
}

}  // namespace

std::unique_ptr<ModelImpl> make_own_model(const std::string& name, ModelParts parts, int64_t bytes,
                                          const Device& device) {
  return std::make_unique<OwnModel>(name, std::move(parts), bytes, device);
}

}  // namespace heed::session

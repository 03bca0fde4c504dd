#include "engine/session/model.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/data/text_encoder.h"
#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/classifier.h"
#include "engine/session/model_parts.h"
#include "engine/tensor/arena.h"

namespace heed::session {

struct Model::Impl {
  std::string name;
  ModelParts parts;
  int64_t bytes = 0;
  Device device = cpu::device();
  mutable Arena arena;
};

namespace {

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

std::vector<AttentionMap> read_maps(const Classifier& model, const Trace& trace, int64_t tokens) {
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

// Per token: what the last layer's queries give it, heads averaged.
std::vector<double> received(const AttentionMap& map) {
  std::vector<double> sum(static_cast<size_t>(map.S), 0.0);
  for (size_t i = 0; i < map.weights.size(); ++i)
    sum[i % static_cast<size_t>(map.S)] += static_cast<double>(map.weights[i]) / static_cast<double>(map.H);
  return sum;
}

std::vector<Pair> strongest(const AttentionMap& map, int top) {
  if (map.kind == "pooling" || top <= 0) return {};
  std::vector<size_t> order(map.weights.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const size_t n = std::min(order.size(), static_cast<size_t>(top));
  // Of equal weights the earlier cell: the order is the same everywhere.
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n), order.end(),
                    [&](size_t a, size_t b) {
                      return map.weights[a] != map.weights[b] ? map.weights[a] > map.weights[b] : a < b;
                    });
  std::vector<Pair> pairs;
  for (size_t i = 0; i < n; ++i) {
    const auto cell = static_cast<int64_t>(order[i]);
    pairs.push_back({map.layer, static_cast<int>(cell / (map.T * map.S)),
                     static_cast<int>(cell / map.S % map.T), static_cast<int>(cell % map.S),
                     static_cast<double>(map.weights[order[i]])});
  }
  return pairs;
}

}  // namespace

Model::Model(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Model make_model(const std::string& name, ModelParts parts, int64_t bytes) {
  auto impl = std::make_unique<Model::Impl>();
  impl->name = name;
  impl->bytes = bytes;
  impl->parts = std::move(parts);
  impl->parts.classifier->parameters().pack(impl->device);
  return Model(std::move(impl));
}

Model Model::open(const std::string& folder) {
  const std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
  const ModelFiles files = read_model_folder(folder);
  return make_model((path.has_filename() ? path : path.parent_path()).filename().string(),
                    assemble(files, folder), files.weight_bytes);
}

Model Model::from_files(const std::string& name, const std::map<std::string, std::string>& bytes) {
  const ModelFiles files = read_model_files(name, bytes);
  return make_model(name, assemble(files, name), files.weight_bytes);
}

Analysis Model::analyse(const std::string& text, const AnalysisOptions& options) const {
  const ModelParts& parts = impl_->parts;
  Analysis analysis;
  analysis.model = impl_->name;
  analysis.text = text;
  std::vector<Preprocessing::StepText> steps;
  EncodedText encoded = parts.encoder->encode(text, &steps);
  for (Preprocessing::StepText& step : steps)
    analysis.preprocessing.push_back({std::move(step.step), std::move(step.text)});
  analysis.total_tokens = static_cast<int64_t>(encoded.tokens.size());
  encoded.truncate(static_cast<size_t>(std::max<int64_t>(1, std::min(options.max_tokens, parts.max_tokens))));
  if (static_cast<int64_t>(encoded.tokens.size()) < analysis.total_tokens)
    analysis.cut_at = encoded.tokens.back().end;
  analysis.tokens = to_tokens(encoded.tokens, parts.encoder->vocabulary());
  if (analysis.tokens.empty()) return analysis;

  impl_->arena.reset();
  Trace trace;
  if (options.attention) trace.watch(".weights");
  Context ctx;
  ctx.device = &impl_->device;
  ctx.memory = &impl_->arena;
  ctx.trace = &trace;
  const Variable logits = parts.classifier->forward(ctx, make_batch({encoded}, {0}));
  Tensor p = ctx.make(logits.shape(), logits.dtype());
  ctx.kernels().softmax.softmax(impl_->device, logits.value(), p);
  for (size_t c = 0; c < parts.labels.size(); ++c)
    analysis.classes.push_back({parts.labels[c], static_cast<double>(p.data<float>()[c])});
  analysis.prediction =
      *std::max_element(analysis.classes.begin(), analysis.classes.end(),
                        [](const auto& a, const auto& b) { return a.probability < b.probability; });
  analysis.attention = read_maps(*parts.classifier, trace, static_cast<int64_t>(analysis.tokens.size()));
  if (!analysis.attention.empty()) {
    analysis.received = received(analysis.attention.back());
    analysis.top_pairs = strongest(analysis.attention.back(), options.top);
  }
  return analysis;
}

std::vector<Token> Model::tokenize(const std::string& text) const {
  return to_tokens(impl_->parts.encoder->encode(text).tokens, impl_->parts.encoder->vocabulary());
}

ModelInfo Model::info() const {
  const ModelParts& parts = impl_->parts;
  ModelInfo info;
  info.name = impl_->name;
  info.architecture = parts.config.at("architecture").get<std::string>();
  info.parameters = parts.classifier->parameters().count();
  for (const AttentionPoint& point : parts.classifier->attention()) {
    info.layers = std::max(info.layers, point.layer + 1);
    info.heads = std::max(info.heads, static_cast<int>(point.heads));
  }
  // Layers that do not attend (recurrent ones) count too.
  info.layers = std::max(info.layers, value_or<int>(parts.config, "layers", 0, info.name));
  info.classes = parts.labels;
  info.vocabulary = parts.encoder->vocabulary().size();
  info.bytes = impl_->bytes;
  info.max_tokens = parts.max_tokens;
  return info;
}

}  // namespace heed::session

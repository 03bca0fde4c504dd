// Text to Analysis.
#include "engine/session/models/inside/model_impl.h"

#include <algorithm>

#include "engine/format/json.h"

namespace heed::session {
namespace {

Token to_token(const TextToken& given, int32_t id) {
  Token token;
  token.text = given.text;
  token.id = id;
  token.start = given.start;
  token.end = given.end;
  token.known = given.known;
  token.special = given.special;
  if (given.word >= 0) token.word = given.word;
  return token;
}

// [CLS] and [SEP] around a text do not; one that was typed does.
bool stands_in_text(const TextToken& token) {
  return token.start < token.end;
}

}  // namespace

ModelImpl::ModelImpl(std::string name, TextNetwork parts, int64_t bytes, const Device& device,
                     std::unique_ptr<ThreadPool> threads, bool int8)
    : name_(std::move(name)),
      parts_(std::move(parts)),
      bytes_(bytes),
      int8_(int8),
      threads_(std::move(threads)),
      device_(device) {}

void ModelImpl::cut(EncodedText& text, Analysis& analysis, const AnalysisOptions& options) const {
  const auto before = static_cast<int64_t>(text.ids.size());
  analysis.total_tokens = std::max(text.total, before);
  const int64_t most = std::min(std::max(parts_.text->fewest(), options.max_tokens), parts_.max_tokens);
  parts_.text->cut(text, static_cast<size_t>(most));
  if (static_cast<int64_t>(text.ids.size()) == analysis.total_tokens) return;
  analysis.cut_by = static_cast<int64_t>(text.ids.size()) == before ? "tokenizer.json"
                    : options.max_tokens < parts_.max_tokens        ? "max_tokens"
                                                                    : "model";
  const auto last = std::find_if(text.tokens.rbegin(), text.tokens.rend(), stands_in_text);
  analysis.cut_at = last == text.tokens.rend() ? 0 : last->end;
}

TextBatch ModelImpl::batch_of(const EncodedText& text) const {
  const int64_t V = parts_.network->vocabulary();
  for (size_t n = 0; V > 0 && n < text.ids.size(); ++n)
    check(text.ids[n] < V, "[", name_, "/tokenizer.json] the piece \"", text.tokens[n].text, "\" has the id ",
          text.ids[n], ": config.json says that there are ", V, ".");
  return make_batch({text}, {0});
}

Tensor ModelImpl::run(const EncodedText& text, Analysis& analysis, const AnalysisOptions& options,
                      const Tensor& places, const std::function<void(Trace&)>& edit) const {
  TextBatch batch = batch_of(text);
  batch.places = places;
  for (size_t n = 0; n < text.ids.size(); ++n)
    analysis.tokens.push_back(to_token(text.tokens[n], text.ids[n]));
  analysis.warnings = parts_.warnings;
  if (auto pair = warning_of_pair(parts_, text, name_)) analysis.warnings.push_back(std::move(*pair));
  Trace trace;
  watch(trace, batch.ids.count(), options);
  if (edit) edit(trace);
  Context ctx;
  ctx.device = &device_;
  ctx.memory = &memory_;
  ctx.trace = &trace;
  const Variable logits = parts_.network->forward(ctx, batch);
  if (options.attention) read_maps(trace, analysis, options);
  return ctx.host(logits.value());
}

Analysis ModelImpl::analyse(const std::string& text, const AnalysisOptions& options) const {
  check(parts_.network->output() != Output::kTarget, "[", name_, "] is a ", parts_.kind,
        ", which reads one text and writes another: use heed translate.");
  Analysis analysis;
  analysis.model = name_;
  analysis.text = text;
  std::vector<Preprocessing::StepText> steps;
  EncodedText encoded = parts_.text->encode(text, &steps);
  for (Preprocessing::StepText& step : steps)
    analysis.preprocessing.push_back({std::move(step.step), std::move(step.text)});
  if (std::none_of(encoded.tokens.begin(), encoded.tokens.end(), stands_in_text)) return analysis;
  cut(encoded, analysis, options);
  const Tensor nowhere({0}, DType::kInt32);  // no words are asked for
  read_head(run(encoded, analysis, options, nowhere), analysis);
  return analysis;
}

std::vector<Token> ModelImpl::tokenize(const std::string& text) const {
  const EncodedText encoded = parts_.text->encode(text);
  std::vector<Token> tokens;
  for (size_t n = 0; n < encoded.ids.size(); ++n)
    tokens.push_back(to_token(encoded.tokens[n], encoded.ids[n]));
  return tokens;
}

namespace {

Finds finds_of(const Network& network) {
  switch (network.output()) {
    case Output::kTexts:
      return network.answers() == AnswerKind::kValues ? Finds::kValue : Finds::kClass;
    case Output::kTokens:
    case Output::kReplaced:
      return Finds::kLabels;
    case Output::kWords:
      return Finds::kWords;
    case Output::kNext:
      return Finds::kNext;
    case Output::kTarget:
      return Finds::kTarget;
    case Output::kSpans:
      return Finds::kAnswer;
    case Output::kStates:
      return Finds::kVector;
  }
  return Finds::kVector;
}

}  // namespace

ModelInfo ModelImpl::info() const {
  const Network& network = *parts_.network;
  ModelInfo info;
  info.name = name_;
  info.architecture = parts_.kind;
  info.parameters = network.parameters().count();
  for (const AttentionPoint& point : network.attention()) {
    info.layers = std::max(info.layers, point.layer + 1);
    info.heads = std::max(info.heads, static_cast<int>(point.heads));
  }
  // Layers that do not attend (recurrent ones) count too.
  info.layers = std::max(info.layers, value_or<int>(parts_.config, "layers", 0, info.name));
  info.finds = finds_of(network);
  if (info.finds == Finds::kClass || network.output() == Output::kTokens) info.classes = parts_.labels;
  info.vocabulary = network.vocabulary() > 0 ? network.vocabulary() : parts_.text->size();
  info.bytes = bytes_;
  info.max_tokens = parts_.max_tokens;
  if (const std::optional<int32_t> mask = parts_.text->mask()) info.mask = parts_.text->token_of(*mask);
  info.int8 = int8_;
  info.warnings = parts_.warnings;
  return info;
}

std::vector<ModelWeight> ModelImpl::weights() const {
  std::vector<ModelWeight> weights;
  for (const Variable& parameter : parts_.network->parameters().all()) {
    const Tensor& packed = parameter.node().packed;
    const bool int8 = packed.defined() && packed.dtype() == DType::kInt8;
    const DType type = int8 ? DType::kInt8 : parameter.dtype();
    const Shape& shape = parameter.shape();
    const int64_t scales = int8 ? shape.rows() * static_cast<int64_t>(sizeof(float)) : 0;
    const int64_t bytes = shape.count() * static_cast<int64_t>(size_of(type)) + scales;
    ModelWeight weight{parameter.node().name, {}, name_of(type), bytes};
    for (int axis = 0; axis < shape.rank(); ++axis) weight.shape.push_back(shape[axis]);
    weights.push_back(std::move(weight));
  }
  return weights;
}

}  // namespace heed::session

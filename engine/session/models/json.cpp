// The contract's JSON: scripts and the page rely on these keys.
#include <nlohmann/json.hpp>

#include "engine/format/json.h"
#include "engine/session/models/analysis.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/model.h"
#include "engine/session/models/readers.h"

namespace heed::session {

using nlohmann::json;

namespace {

// [H][T][S] as arrays of arrays.
json nested(const AttentionMap& map) {
  json heads = json::array();
  const float* weight = map.weights.data();
  for (int64_t h = 0; h < map.H; ++h) {
    json rows = json::array();
    for (int64_t t = 0; t < map.T; ++t, weight += map.S)
      rows.push_back(std::vector<float>(weight, weight + map.S));
    heads.push_back(std::move(rows));
  }
  return heads;
}

json to_json(const ClassProbability& value) {
  return JsonObject().add("label", value.label).add("probability", value.probability).take();
}

}  // namespace

json to_json(const LabelledValue& value) {
  return JsonObject().add("label", value.label).add("value", value.value).take();
}

json to_json(const AttentionMap& map, bool with_weights) {
  json written = JsonObject().add("name", map.name).add("kind", map.kind).add("layer", map.layer).take();
  json& shape = written["shape"];
  for (const int64_t size : {map.H, map.T, map.S}) shape.push_back(size);
  if (!map.normalised) written["normalised"] = false;
  if (with_weights && !map.weights.empty()) written["weights"] = nested(map);
  return written;
}

namespace {

json to_json(const Answer& answer) {
  return {{"start", answer.start}, {"end", answer.end}, {"text", answer.text}, {"score", answer.score}};
}

json to_json(const Pair& pair) {
  return JsonObject()
      .add("layer", pair.layer)
      .add("head", pair.head)
      .add("query", pair.query)
      .add("key", pair.key)
      .add("weight", pair.weight)
      .take();
}

}  // namespace

json to_json(const Token& token) {
  return JsonObject()
      .add("text", token.text)
      .add("id", token.id)
      .add("start", token.start)
      .add("end", token.end)
      .add("known", token.known)
      .add("special", token.special)
      .add("word", token.word)
      .take();
}

json to_json(const std::vector<PreprocessingStep>& steps) {
  json written = json::array();
  for (const PreprocessingStep& step : steps)
    written.push_back(JsonObject().add("step", step.step).add("text", step.text).take());
  return written;
}

json to_json(const Analysis& analysis, bool with_weights) {
  json written = JsonObject().add("model", analysis.model).add("text", analysis.text).take();
  if (!analysis.preprocessing.empty()) written["preprocessing"] = to_json(analysis.preprocessing);
  json& tokens = written["tokens"] = json::array();
  for (const Token& token : analysis.tokens) tokens.push_back(to_json(token));
  json& classes = written["classes"] = json::array();
  for (const ClassProbability& value : analysis.classes) classes.push_back(to_json(value));
  written["prediction"] = analysis.prediction ? to_json(*analysis.prediction) : json();
  for (const LabelledValue& value : analysis.values) written["values"].push_back(to_json(value));
  json& attention = written["attention"] = json::array();
  for (const AttentionMap& map : analysis.attention) attention.push_back(to_json(map, with_weights));
  written["received"] = analysis.received;
  json& pairs = written["top_pairs"] = json::array();
  for (const Pair& pair : analysis.top_pairs) pairs.push_back(to_json(pair));
  if (const auto write = model_readers().write) write(analysis, written);
  if (analysis.cut_at) {
    written["cut_at"] = *analysis.cut_at;
    written["cut_by"] = analysis.cut_by;
    written["total_tokens"] = analysis.total_tokens;
  }
  if (!analysis.warnings.empty()) written["warnings"] = analysis.warnings;
  return written;
}

void write_heads(const Analysis& analysis, json& written) {
  for (const ClassProbability& label : analysis.labels) written["labels"].push_back(to_json(label));
  if (!analysis.embedding.empty()) written["embedding"] = analysis.embedding;
  if (!analysis.cls_embedding.empty()) written["cls_embedding"] = analysis.cls_embedding;
  if (analysis.answer) written["answer"] = to_json(*analysis.answer);
  for (const Answer& answer : analysis.answers) written["answers"].push_back(to_json(answer));
  for (size_t n = 0; n < analysis.tokens.size(); ++n)
    if (analysis.tokens[n].question) written["tokens"][n]["question"] = true;
}

namespace {

json nested_rows(const std::vector<float>& rows, const FilledMasks& filled) {
  const auto T = static_cast<std::ptrdiff_t>(filled.tokens.size());
  json layers = json::array();
  auto next = rows.begin();
  for (int64_t l = 0; l < filled.layers; ++l) {
    json heads = json::array();
    for (int64_t h = 0; h < filled.heads; ++h, next += T) heads.push_back(std::vector<float>(next, next + T));
    layers.push_back(std::move(heads));
  }
  return layers;
}

}  // namespace

json to_json(const FilledMasks& filled) {
  json written = {{"text", filled.text}, {"masks", json::array()}};
  for (const MaskCandidates& mask : filled.masks) {
    json candidates = json::array();
    for (const MaskCandidate& c : mask.candidates)
      candidates.push_back({{"token", c.token}, {"id", c.id}, {"probability", c.probability}});
    json& one = written["masks"].emplace_back();
    one = {{"position", mask.position}, {"candidates", std::move(candidates)}};
    if (!mask.attention.empty()) one["attention"] = nested_rows(mask.attention, filled);
  }
  if (!filled.tokens.empty()) written["tokens"] = filled.tokens;
  if (!filled.warnings.empty()) written["warnings"] = filled.warnings;
  return written;
}

json to_json(const ModelInfo& info) {
  JsonObject written;
  written.add("architecture", info.architecture)
      .add("parameters", info.parameters)
      .add("layers", info.layers)
      .add("heads", info.heads)
      .add("classes", json(info.classes))
      .add("vocabulary", info.vocabulary)
      .add("bytes", info.bytes);
  if (!info.mask.empty()) written.add("mask", info.mask);
  if (!info.warnings.empty()) written.add("warnings", json(info.warnings));
  return written.take();
}

}  // namespace heed::session

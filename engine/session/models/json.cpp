// The contract's JSON: scripts and the page rely on these keys.
#include <nlohmann/json.hpp>

#include "engine/session/models/analysis.h"
#include "engine/session/models/model.h"

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
  return {{"label", value.label}, {"probability", value.probability}};
}

json to_json(const AttentionMap& map, bool with_weights) {
  json written = {
      {"name", map.name}, {"kind", map.kind}, {"layer", map.layer}, {"shape", {map.H, map.T, map.S}}};
  if (!map.normalised) written["normalised"] = false;
  if (with_weights && !map.weights.empty()) written["weights"] = nested(map);
  return written;
}

json to_json(const Answer& answer) {
  return {{"start", answer.start}, {"end", answer.end}, {"text", answer.text}, {"score", answer.score}};
}

// What heads for tokens, states and answers have said.
void write_heads(const Analysis& analysis, json& written) {
  for (const ClassProbability& label : analysis.labels) written["labels"].push_back(to_json(label));
  if (!analysis.embedding.empty()) written["embedding"] = analysis.embedding;
  if (!analysis.cls_embedding.empty()) written["cls_embedding"] = analysis.cls_embedding;
  if (analysis.answer) written["answer"] = to_json(*analysis.answer);
  for (const Answer& answer : analysis.answers) written["answers"].push_back(to_json(answer));
  for (size_t n = 0; n < analysis.tokens.size(); ++n)
    if (analysis.tokens[n].question) written["tokens"][n]["question"] = true;
}

json to_json(const Pair& pair) {
  return {{"layer", pair.layer},
          {"head", pair.head},
          {"query", pair.query},
          {"key", pair.key},
          {"weight", pair.weight}};
}

}  // namespace

json to_json(const Token& token) {
  return {{"text", token.text},
          {"id", token.id ? json(*token.id) : json()},
          {"start", token.start},
          {"end", token.end},
          {"known", token.known},
          {"special", token.special},
          {"word", token.word ? json(*token.word) : json()}};
}

json to_json(const std::vector<PreprocessingStep>& steps) {
  json written = json::array();
  for (const PreprocessingStep& step : steps) written.push_back({{"step", step.step}, {"text", step.text}});
  return written;
}

json to_json(const Analysis& analysis, bool with_weights) {
  json written = {{"model", analysis.model}, {"text", analysis.text}};
  if (!analysis.preprocessing.empty()) written["preprocessing"] = to_json(analysis.preprocessing);
  json& tokens = written["tokens"] = json::array();
  for (const Token& token : analysis.tokens) tokens.push_back(to_json(token));
  json& classes = written["classes"] = json::array();
  for (const ClassProbability& value : analysis.classes) classes.push_back(to_json(value));
  written["prediction"] = analysis.prediction ? to_json(*analysis.prediction) : json();
  json& attention = written["attention"] = json::array();
  for (const AttentionMap& map : analysis.attention) attention.push_back(to_json(map, with_weights));
  written["received"] = analysis.received;
  json& pairs = written["top_pairs"] = json::array();
  for (const Pair& pair : analysis.top_pairs) pairs.push_back(to_json(pair));
  write_heads(analysis, written);
  if (analysis.cut_at) {
    written["cut_at"] = *analysis.cut_at;
    written["total_tokens"] = analysis.total_tokens;
  }
  return written;
}

json to_json(const FilledMasks& filled) {
  json written = {{"text", filled.text}, {"masks", json::array()}};
  for (const MaskCandidates& mask : filled.masks) {
    json candidates = json::array();
    for (const MaskCandidate& c : mask.candidates)
      candidates.push_back({{"token", c.token}, {"id", c.id}, {"probability", c.probability}});
    written["masks"].push_back({{"position", mask.position}, {"candidates", std::move(candidates)}});
  }
  return written;
}

json to_json(const ModelInfo& info) {
  return {{"architecture", info.architecture},
          {"parameters", info.parameters},
          {"layers", info.layers},
          {"heads", info.heads},
          {"classes", info.classes},
          {"vocabulary", info.vocabulary},
          {"bytes", info.bytes}};
}

}  // namespace heed::session

// What only models of other makers have in an Analysis, as the contract writes it.
#include <nlohmann/json.hpp>

#include "engine/session/models/inside/model_impl.h"

namespace heed::session {

using nlohmann::json;

namespace {

json to_json(const Answer& answer) {
  return {{"start", answer.start}, {"end", answer.end}, {"text", answer.text}, {"score", answer.score}};
}

}  // namespace

void write_pretrained(const Analysis& analysis, json& written) {
  for (const ClassProbability& label : analysis.labels)
    written["labels"].push_back({{"label", label.label}, {"probability", label.probability}});
  if (!analysis.embedding.empty()) written["embedding"] = analysis.embedding;
  if (!analysis.cls_embedding.empty()) written["cls_embedding"] = analysis.cls_embedding;
  if (analysis.answer) written["answer"] = to_json(*analysis.answer);
  for (const Answer& answer : analysis.answers) written["answers"].push_back(to_json(answer));
  for (size_t n = 0; n < analysis.tokens.size(); ++n)
    if (analysis.tokens[n].question) written["tokens"][n]["question"] = true;
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

}  // namespace heed::session

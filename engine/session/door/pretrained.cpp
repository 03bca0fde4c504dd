#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"

namespace heed::session {

using nlohmann::json;

namespace {

Reply fill_mask(Door& door, const json& given, Files&) {
  FilledMasks filled =
      model_of(door, given).fill_mask(given.at("text"), given.at("top"), given.value("attention", false));
  std::vector<std::vector<float>> rows;
  for (MaskCandidates& mask : filled.masks) rows.push_back(std::exchange(mask.attention, {}));
  Reply reply = to_json(filled);
  if (filled.tokens.empty()) return reply;
  reply.value()["layers"] = filled.layers;
  reply.value()["heads"] = filled.heads;
  for (std::vector<float>& row : rows) reply.keep(std::move(row));
  return reply;
}

Reply embed(Door& door, const json& given, Files&) {
  AnalysisOptions options;
  options.attention = false;
  Analysis analysis = model_of(door, given).analyse(given.at("text"), options);
  Reply reply = json::object();
  reply.keep(std::move(analysis.embedding));
  reply.keep(std::move(analysis.cls_embedding));
  return reply;
}

Reply tokenize(Door& door, const json& given, Files&) {
  json tokens = json::array();
  for (const Token& token : model_of(door, given).tokenize(given.at("text")))
    tokens.push_back(to_json(token));
  return tokens;
}

}  // namespace

const Command kFillMask{"fill-mask", fill_mask};
const Command kEmbed{"embed", embed};
const Command kTokenize{"tokenize", tokenize};

}  // namespace heed::session

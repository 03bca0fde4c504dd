#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"

namespace heed::session {

using nlohmann::json;

namespace {

Reply fill_mask(Door& door, const json& given, Files&) {
  return to_json(model_of(door, given).fill_mask(given.at("text"), given.at("top")));
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

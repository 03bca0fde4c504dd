#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"
#include "engine/session/translating/translate.h"

namespace heed::session {

using nlohmann::json;

namespace {

constexpr int64_t kInPlace = 8;

json to_json(const std::vector<WeighedToken>& tree) {
  json all = json::array();
  for (const WeighedToken& node : tree)
    all.push_back(JsonObject()
                      .add("parent", node.parent)
                      .add("text", node.token.text)
                      .add("id", node.token.id)
                      .add("probability", node.token.probability)
                      .add("log_probability", node.log_probability)
                      .add("fate", node.fate)
                      .take());
  return all;
}

// Maps go along as tensors, in their order; behind them the scores of those that have some.
Reply translate_text(Door& door, const json& given, Files&) {
  auto options = read_as(given.value("options", json::object()), TranslateOptions::fields(), "translate");
  options.forced = given.value("forced", std::vector<int>());
  options.edits = given.value("edits", std::vector<std::string>());
  options.every_map = true;
  options.candidates = kInPlace;
  Translation found = translate(model_of(door, given), given.at("text").get<std::string>(), options);
  Reply reply = to_json(found);
  json& value = reply.value();
  for (const char* key : {"target_tokens", "probabilities"}) value.erase(key);
  json& source = value["source_tokens"] = json::array();
  for (const Token& token : found.source_tokens) source.push_back(to_json(token));
  value["written"] = to_json(found.target_tokens);
  json& candidates = value["candidates"] = json::array();
  for (const std::vector<NextToken>& some : found.candidates) candidates.push_back(to_json(some));
  value["log_sums"] = found.log_sums;
  value["tree"] = to_json(found.tree);
  value["leaf"] = found.leaf;
  json& scored = value["scored"] = json::array();
  for (json& map : value["attention"]) map.erase("weights");
  for (AttentionMap& map : found.attention) reply.keep(std::move(map.weights));
  for (size_t m = 0; m < found.scores.size(); ++m) {
    if (found.scores[m].empty()) continue;
    scored.push_back(m);
    reply.keep(std::move(found.scores[m]));
  }
  return reply;
}

}  // namespace

const Command kTranslateText{"translate", translate_text};

}  // namespace heed::session

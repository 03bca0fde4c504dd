#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"
#include "engine/session/translating/translate.h"

namespace heed::session {

using nlohmann::json;

namespace {

constexpr int64_t kInPlace = 8;

// Maps go along as tensors, in their order.
Reply translate_text(Door& door, const json& given, Files&) {
  auto options = read_as(given.value("options", json::object()), TranslateOptions::fields(), "translate");
  options.forced = given.value("forced", std::vector<int>());
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
  for (json& map : value["attention"]) map.erase("weights");
  for (AttentionMap& map : found.attention) reply.keep(std::move(map.weights));
  return reply;
}

}  // namespace

const Command kTranslateText{"translate", translate_text};

}  // namespace heed::session

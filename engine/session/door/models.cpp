#include "engine/base/error.h"
#include "engine/format/json.h"
#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {

using nlohmann::json;

json add_model(Door& door, Model opened) {
  OpenModels& models = door.part<OpenModels>();
  json info = to_json(opened.info());
  const int number = models.next++;
  models.all.emplace(number, std::move(opened));
  return JsonObject().add("model", number).add("info", std::move(info)).take();
}

Model& model_of(Door& door, const json& given) {
  OpenModels& models = door.part<OpenModels>();
  const int number = given.at("model");
  const auto found = models.all.find(number);
  check(found != models.all.end(), "[engine] no model is open under the number ", number, ".");
  return found->second;
}

AnalysisOptions read_analysis_options(const json& given) {
  AnalysisOptions options;
  options.top = given.value("top", options.top);
  options.max_tokens = given.value("max_tokens", options.max_tokens);
  options.whole_maps = given.value("whole_maps", options.whole_maps);
  return options;
}

void refer_to_maps(const Analysis& analysis, int64_t most, Reply& reply) {
  int64_t total = 0;
  for (const AttentionMap& map : analysis.attention) {
    if (map.weights.empty()) return;
    total += static_cast<int64_t>(map.weights.size());
  }
  if (total > most) return;
  for (const AttentionMap& map : analysis.attention) reply.refer(map.weights);
}

namespace {

Reply open_model(Door& door, const json& given, Files& files) {
  const json& names = given.at("files");
  std::map<std::string, std::string> named;
  for (size_t i = 0; i < files.size(); ++i) named.emplace(names.at(i), std::move(files[i]));
  return add_model(door, Model::from_own_files(given.at("name"), named));
}

Reply describe_model(Door& door, const json& given, Files&) {
  json weights = json::array();
  for (const ModelWeight& weight : model_of(door, given).weights())
    weights.push_back(JsonObject()
                          .add("name", weight.name)
                          .add("shape", json(weight.shape))
                          .add("type", weight.type)
                          .add("bytes", weight.bytes)
                          .take());
  return JsonObject().add("weights", std::move(weights)).take();
}

Reply analyse(Door& door, const json& given, Files&) {
  const Model& model = model_of(door, given);
  const std::string text = given.at("text"), question = given.value("question", "");
  const AnalysisOptions options = read_analysis_options(given);
  Analysis& last = door.part<OpenModels>().last;
  last = question.empty() ? model.analyse(text, options) : model.answer(question, text, options);
  Reply reply = to_json(last, false);
  refer_to_maps(last, given.value("most_weights", int64_t{0}), reply);
  return reply;
}

Reply map_of_last(Door& door, const json& given, Files&) {
  const OpenModels& models = door.part<OpenModels>();
  const Analysis& last = given.value("changed", false) ? models.changed : models.last;
  const size_t number = given.at("map");
  check(number < last.attention.size(), "[engine] the last analysis has no map ", number, ".");
  const AttentionMap& map = last.attention[number];
  const int head = given.at("head");
  Reply reply = json::object();
  if (map.weights.empty()) {
    check(last.heads != nullptr, "[engine] the last analysis has no weights for map ", number, ".");
    reply.keep(last.heads->weights(map.layer, head));
  } else if (head < 0) {
    reply.keep(head_of(map, head));
  } else {
    check(head < map.H, "[engine] map ", number, " has no head ", head, ".");
    const auto count = static_cast<size_t>(map.T * map.S);
    reply.refer(std::span<const float>(map.weights).subspan(static_cast<size_t>(head) * count, count));
  }
  return reply;
}

Reply close_model(Door& door, const json& given, Files&) {
  model_of(door, given);
  door.part<OpenModels>().all.erase(given.at("model").get<int>());
  return json::object();
}

}  // namespace

const Command kOpenModel{"open-model", open_model};
const Command kDescribeModel{"describe-model", describe_model};
const Command kAnalyse{"analyse", analyse};
const Command kMap{"map", map_of_last};
const Command kCloseModel{"close-model", close_model};

}  // namespace heed::session

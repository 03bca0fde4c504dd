#include "engine/session/explaining/explain.h"

#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"
#include "engine/session/explaining/text_faithfulness.h"

namespace heed::session {

using nlohmann::json;

namespace {

// All of them, or none where they are too many to be shown at once.
void keep_maps(std::vector<AttentionMap>& maps, int64_t most, Reply& reply) {
  int64_t total = 0;
  for (const AttentionMap& map : maps) total += static_cast<int64_t>(map.weights.size());
  if (total > most) return;
  for (AttentionMap& map : maps) reply.keep(std::move(map.weights));
}

Reply explain_text(Door& door, const json& given, Files&) {
  ExplainOptions options;
  options.contributions = given.value("contributions", true);
  options.classes = given.value("classes", options.classes);
  options.parts = given.value("parts", true);
  options.attributions = given.value("attributions", true);
  options.methods = given.value("methods", options.methods);
  options.unasked = given.value("unasked", false);
  options.label = given.value("class", "");
  options.against = given.value("against", "");
  options.edits = given.value("edits", options.edits);
  options.other = given.value("other", "");
  if (given.contains("patching")) options.patching = given["patching"].get<int>();
  options.answered = given.value("answered", false);
  options.analysed = false;
  const int64_t most = given.value("most_weights", int64_t{0});
  options.analysis.attention = most > 0;
  options.analysis.max_tokens = given.value("max_tokens", options.analysis.max_tokens);
  Explanation found = explain(model_of(door, given), given.at("text"), options);
  Reply reply = explained_json(found);
  if (found.edited) keep_maps(found.edited->run.attention, most, reply);
  return reply;
}

Reply read_under_edits(Door& door, const json& given, Files&) {
  const std::vector<std::string> edits = given.at("edits");
  const AnalysisOptions options = read_analysis_options(given);
  Analysis& changed = door.part<OpenModels>().changed;
  changed = changed_run(model_of(door, given), given.at("text"), edits, given.value("other", ""), options);
  Reply reply = to_json(changed, false);
  refer_to_maps(changed, given.value("most_weights", int64_t{0}), reply);
  return reply;
}

Reply judge_text(Door& door, const json& given, Files&) {
  ExperimentOptions options;
  options.wanted.clear();
  options.agreement = true;
  options.max_tokens = given.value("max_tokens", options.max_tokens);
  options.edits = given.value("edits", options.edits);
  const auto done = text_experiments(model_of(door, given), given.at("text"), options);
  return done ? to_json(*done->agreement) : json();
}

Reply experiment_with_text(Door& door, const json& given, Files&) {
  ExperimentOptions options;
  options.wanted = given.value("wanted", options.wanted);
  options.methods = given.value("methods", options.methods);
  options.random_orders = given.value("random_orders", options.random_orders);
  options.permutations = given.value("permutations", options.permutations);
  options.seed = given.value("seed", options.seed);
  options.max_tokens = given.value("max_tokens", options.max_tokens);
  options.edits = given.value("edits", options.edits);
  const auto done = text_experiments(model_of(door, given), given.at("text"), options);
  return done ? to_json(*done) : json();
}

}  // namespace

const Command kFaithfulness{"faithfulness", judge_text};
const Command kExperiment{"experiment", experiment_with_text};
const Command kExplain{"explain", explain_text};
const Command kChangedRun{"changed-run", read_under_edits};

}  // namespace heed::session

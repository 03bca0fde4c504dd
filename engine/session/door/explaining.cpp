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
  options.label = given.value("class", "");
  options.against = given.value("against", "");
  options.edits = given.value("edits", options.edits);
  options.other = given.value("other", "");
  options.analysed = false;
  const int64_t most = given.value("most_weights", int64_t{0});
  options.analysis.attention = most > 0;
  options.analysis.max_tokens = given.value("max_tokens", options.analysis.max_tokens);
  Explanation found = explain(model_of(door, given), given.at("text"), options);
  Reply reply = explained_json(found);
  if (found.edited) keep_maps(found.edited->attention, most, reply);
  return reply;
}

Reply judge_text(Door& door, const json& given, Files&) {
  TextFaithfulnessOptions options;
  options.experiments = given.value("experiments", options.experiments);
  options.methods = given.value("methods", options.methods);
  options.permutations = given.value("permutations", options.permutations);
  options.seed = given.value("seed", options.seed);
  options.max_tokens = given.value("max_tokens", options.max_tokens);
  const auto found = text_faithfulness(model_of(door, given), given.at("text"), options);
  return found ? to_json(*found) : json();
}

}  // namespace

const Command kFaithfulness{"faithfulness", judge_text};
const Command kExplain{"explain", explain_text};

}  // namespace heed::session

#include "engine/session/explaining/explain.h"

#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"

namespace heed::session {

using nlohmann::json;

namespace {

Reply explain_text(Door& door, const json& given, Files&) {
  ExplainOptions options;
  options.contributions = given.value("contributions", true);
  options.parts = given.value("parts", true);
  options.attributions = given.value("attributions", true);
  options.methods = given.value("methods", options.methods);
  options.label = given.value("class", "");
  options.against = given.value("against", "");
  options.edits = given.value("edits", options.edits);
  options.other = given.value("other", "");
  options.analysis.attention = false;
  options.analysis.max_tokens = given.value("max_tokens", options.analysis.max_tokens);
  return explained_json(explain(model_of(door, given), given.at("text"), options));
}

}  // namespace

const Command kExplain{"explain", explain_text};

}  // namespace heed::session

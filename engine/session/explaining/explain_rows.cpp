#include "engine/session/explaining/explain_rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/explain/method.h"
#include "engine/session/json.h"
#include "engine/session/models/model.h"

namespace heed::session {

using nlohmann::json;

namespace {

json found_in(const Explanation& e, const ExplainOptions& options) {
  const Analysis& said = e.explained();
  json found;
  json& tokens = found["tokens"] = json::array();
  for (const Token& token : said.tokens) tokens.push_back(token.text);
  if (!said.prediction && said.values.empty()) return found;
  std::string label = options.label;
  if (said.prediction) {
    found["prediction"] = said.prediction->label;
    found["probability"] = said.prediction->probability;
    if (label.empty()) label = said.prediction->label;
  } else if (label.empty()) {
    label = said.values.front().label;
  }
  found["class"] = options.against.empty() ? label : label + ", not " + options.against;
  for (const ClassContributions& c : e.contributions) {
    const double sign = c.label == label ? 1 : c.label == options.against ? -1 : 0;
    found["bias"] = found.value("bias", 0.0) + sign * c.bias;
    found["score"] = found.value("score", 0.0) + sign * c.logit;
  }
  for (const Attributed& attributed : e.attributions) found[attributed.method] = attributed.values;
  return found;
}

std::vector<std::string> columns_found(const std::vector<json>& all, const ExplainOptions& options) {
  std::vector<std::string> columns{"prediction", "probability", "tokens", "class"};
  if (options.contributions) columns.insert(columns.end(), {"bias", "score"});
  for (const MethodEntry& method : explain::methods())
    if (std::any_of(all.begin(), all.end(), [&](const json& row) { return row.contains(method.name); }))
      columns.emplace_back(method.name);
  return columns;
}

}  // namespace

RowAnswers explain_rows(const Model& model, RowTable& table, const ExplainOptions& options,
                        const std::function<bool(int64_t)>& go_on) {
  std::vector<json> found;
  std::set<std::string> warnings;
  for (const std::string& text : texts_of(table)) {
    if (!go_on(static_cast<int64_t>(found.size()))) break;
    const Explanation explanation = explain(model, text, options);
    warnings.insert(explanation.analysis.warnings.begin(), explanation.analysis.warnings.end());
    found.push_back(found_in(explanation, options));
  }
  RowAnswers answers{columns_found(found, options), {}, {warnings.begin(), warnings.end()}};
  for (const json& row : found) {
    std::vector<json>& fields = answers.rows.emplace_back();
    for (const std::string& column : answers.names) fields.push_back(row.value(column, json()));
  }
  without_columns(table, answers.names);
  return answers;
}

}  // namespace heed::session

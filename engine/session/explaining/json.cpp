// The contract's "contributions" and "attributions".
#include <nlohmann/json.hpp>

#include "engine/explain/method.h"
#include "engine/session/explaining/explain.h"

namespace heed::session {

using nlohmann::json;

namespace {

json parts_json(const std::vector<ContributionPart>& parts) {
  json written = json::array();
  for (const ContributionPart& part : parts) {
    written.push_back({{"part", part.name}, {"value", part.value}});
    if (!part.text.empty()) written.back()["text"] = part.text;
  }
  return written;
}

json contributions_json(const ClassContributions& c) {
  json terms = json::array();
  for (size_t n = 0; n < c.terms.size(); ++n) {
    terms.push_back({{"token", n}, {"value", c.terms[n]}});
    if (n < c.parts.size()) terms.back()["parts"] = parts_json(c.parts[n]);
  }
  json written = {{"class", c.label}, {"bias", c.bias}, {"sum", c.sum},
                  {"logit", c.logit}, {"terms", terms}, {"components", parts_json(c.components)}};
  if (c.remainder) written["remainder"] = *c.remainder;
  return written;
}

json attribution_json(const Attributed& a) {
  json written = {{"method", a.method}, {"values", a.values}, {"gap", nullptr}};
  if (!a.label.empty()) written["class"] = a.label;
  if (!a.against.empty()) written["against"] = a.against;
  if (a.gap) written["gap"] = *a.gap;
  if (a.steps > 0) written["steps"] = a.steps;
  return written;
}

json class_json(const ClassProbability& value) {
  return {{"label", value.label}, {"probability", value.probability}};
}

json edited_json(const Edited& edited) {
  json tokens = json::array(), classes = json::array();
  for (const Token& token : edited.run.tokens) tokens.push_back(token.text);
  for (const ClassProbability& value : edited.run.classes) classes.push_back(class_json(value));
  const auto& best = edited.run.prediction;
  json written = {{"edits", edited.edits},
                  {"tokens", tokens},
                  {"classes", classes},
                  {"prediction", best ? class_json(*best) : json()}};
  for (const LabelledValue& value : edited.run.values) written["values"].push_back(to_json(value));
  return written;
}

}  // namespace

json explained_json(const Explanation& explanation) {
  json written;
  json& contributions = written["contributions"] = json::array();
  for (const ClassContributions& c : explanation.contributions)
    contributions.push_back(contributions_json(c));
  json& attributions = written["attributions"] = json::array();
  for (const Attributed& a : explanation.attributions) attributions.push_back(attribution_json(a));
  if (explanation.edited) written["edited"] = edited_json(*explanation.edited);
  if (const auto& p = explanation.patched)
    written["patched"] = {{"class", p->label},
                          {"layers", p->layers},
                          {"scores", p->scores},
                          {"score", p->score},
                          {"of_other", p->of_other}};
  return written;
}

json to_json(const Explanation& explanation, bool with_weights) {
  json written = to_json(explanation.analysis, with_weights);
  written.update(explained_json(explanation));
  return written;
}

json describe_methods() {
  json all = json::array();
  for (const MethodEntry& m : explain::methods())
    all.push_back({{"name", m.name},
                   {"title", m.title},
                   {"formula", m.formula},
                   {"measures", m.measures},
                   {"misses", m.misses},
                   {"source", m.source},
                   {"signed", m.traits.is_signed},
                   {"per_class", m.traits.per_class},
                   {"gradient", m.traits.gradient},
                   {"attention", m.traits.attention},
                   {"adds_up", m.traits.adds_up}});
  return all;
}

}  // namespace heed::session

#include "engine/session/explaining/text_faithfulness.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/explain/faithfulness.h"
#include "engine/session/explaining/inside/edited_text.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {

using nlohmann::json;

namespace {

std::vector<double> as_shares(std::vector<double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  for (double& value : values) value = sum > 0 ? value / sum : 0;
  return values;
}

// The share that each key gets, over heads and queries.
std::vector<double> received_share(const std::vector<double>& map, size_t tokens) {
  std::vector<double> received(tokens, 0.0);
  for (size_t i = 0; i < map.size(); ++i) received[i % tokens] += map[i];
  return as_shares(received);
}

TextAgreement agreement_of(const explain::Agreement& found, const std::vector<double>& values) {
  TextAgreement agreement{std::nullopt, std::nullopt, found.same_first, values};
  if (std::isnan(found.tau.tau)) return agreement;
  agreement.tau = found.tau.tau;
  agreement.p = found.tau.p;
  return agreement;
}

explain::Measures measures_of(const std::vector<std::string>& wanted) {
  static const std::map<std::string, bool explain::Measures::*> kKnown = {
      {"even", &explain::Measures::even},
      {"permutations", &explain::Measures::permuted},
      {"adversarial", &explain::Measures::adversarial},
      {"erased", &explain::Measures::erased},
      {"silenced", &explain::Measures::silenced}};
  explain::Measures measures{false, false, false, false, false, false};
  for (const std::string& name : wanted) {
    const auto found = kKnown.find(name);
    if (found == kKnown.end())
      fail<UsageError>("[faithfulness] the experiment \"", name,
                       "\" is unknown: expected even, permutations, adversarial, erased or silenced.");
    measures.*found->second = true;
  }
  return measures;
}

MapExperiments experiments_of(const explain::Faithfulness& f, const explain::Measures& measured,
                              size_t tokens, const std::vector<std::string>& labels) {
  MapExperiments done;
  if (measured.even) done.even = {f.even_tvd, labels[static_cast<size_t>(f.even_label)]};
  if (measured.permuted) done.permutations = {f.permuted.largest_weight, f.permuted.changes.tvd};
  if (measured.adversarial)
    done.adversarial = {f.worst.js, f.worst.tvd, received_share(f.map, tokens),
                        received_share(f.worst.map, tokens)};
  for (const explain::Erased& one : f.erased)
    done.erased.push_back({one.method, one.figures.comprehensiveness, one.figures.sufficiency});
  for (const explain::SilencedBy& one : f.silenced)
    done.silenced.push_back({one.order, one.keys.keys, one.keys.share, one.keys.turned});
  return done;
}

TextFaithfulness agreements_of(const explain::Faithfulness& f, const std::vector<std::string>& labels) {
  TextFaithfulness result;
  result.label = labels[static_cast<size_t>(f.label)];
  result.tokens.assign(f.tokens.begin(), f.tokens.end());
  result.attention = as_shares(f.attention);
  result.gradient = agreement_of(f.gradient, f.slopes);
  result.left_out = agreement_of(f.left_out, f.changes);
  result.evenness = f.evenness;
  result.even_rows = f.even_rows;
  return result;
}

json agreement_json(const TextAgreement& a) {
  return {{"tau", a.tau ? json(*a.tau) : json()},
          {"p", a.p ? json(*a.p) : json()},
          {"same_first", a.same_first},
          {"values", a.values}};
}

}  // namespace

std::optional<MapExperiments> ModelImpl::experiments(const std::string& text,
                                                     const ExperimentOptions& options) const {
  explain::FaithfulnessOptions wanted;
  wanted.measures = measures_of(options.wanted);
  wanted.measures.agreement = options.agreement;
  explain::map_points(parts_.network->anatomy());  // says so if there is none
  AnalysisOptions reading;
  reading.max_tokens = options.max_tokens;
  const std::optional<EditedText> given = edited(text, options.edits, "", reading);
  if (!given) return std::nullopt;
  wanted.methods = options.methods;
  wanted.random_orders = options.random_orders;
  wanted.permutations = options.permutations;
  wanted.seed = options.seed;
  const explain::Faithfulness f = explain::faithfulness(given->subject, given->text, wanted);
  MapExperiments done = experiments_of(f, wanted.measures, given->text.ids.size(), parts_.labels);
  if (options.agreement) done.agreement = agreements_of(f, parts_.labels);
  return done;
}

std::optional<TextFaithfulness> text_faithfulness(const Model& model, const std::string& text,
                                                  int64_t max_tokens) {
  ExperimentOptions options;
  options.wanted.clear();
  options.agreement = true;
  options.max_tokens = max_tokens;
  const std::optional<MapExperiments> done = text_experiments(model, text, options);
  return done ? done->agreement : std::nullopt;
}

std::optional<MapExperiments> text_experiments(const Model& model, const std::string& text,
                                               const ExperimentOptions& options) {
  return model.impl_->experiments(text, options);
}

json to_json(const TextFaithfulness& f) {
  return {{"class", f.label},
          {"tokens", f.tokens},
          {"attention", f.attention},
          {"gradient", agreement_json(f.gradient)},
          {"leave_one_out", agreement_json(f.left_out)},
          {"evenness", f.evenness},
          {"even_rows", f.even_rows}};
}

json to_json(const MapExperiments& done) {
  json written = json::object();
  if (done.even) written["even"] = {{"moved", done.even->moved}, {"class", done.even->label}};
  if (const auto& p = done.permutations)
    written["permutations"] = {{"largest_weight", p->largest_weight}, {"moved", p->moved}};
  if (const auto& found = done.adversarial)
    written["adversarial"] = {{"js", found->js},
                              {"moved", found->moved},
                              {"attended", found->attended},
                              {"attended_adversarially", found->adversarial}};
  for (const WordsErased& one : done.erased)
    written["erased"].push_back({{"method", one.method},
                                 {"comprehensiveness", one.comprehensiveness},
                                 {"sufficiency", one.sufficiency}});
  for (const WeightsSilenced& one : done.silenced)
    written["silenced"].push_back(
        {{"order", one.order}, {"keys", one.keys}, {"share", one.share}, {"turned", one.turned}});
  return written;
}

}  // namespace heed::session

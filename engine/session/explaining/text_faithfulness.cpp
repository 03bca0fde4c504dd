#include "engine/session/explaining/text_faithfulness.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/explain/faithfulness.h"
#include "engine/explain/variants.h"
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

json agreement_json(const TextAgreement& a) {
  return {{"tau", a.tau ? json(*a.tau) : json()},
          {"p", a.p ? json(*a.p) : json()},
          {"same_first", a.same_first},
          {"values", a.values}};
}

}  // namespace

std::optional<EncodedText> ModelImpl::attended(const std::string& text, const explain::Subject& subject,
                                               int64_t max_tokens) const {
  explain::map_points(subject.anatomy);  // says so if there is none
  AnalysisOptions reading;
  reading.max_tokens = max_tokens;
  EncodedText encoded = read(text, reading);
  if (explain::standing(encoded).empty()) return std::nullopt;
  return encoded;
}

std::optional<TextFaithfulness> ModelImpl::faithfulness(const std::string& text, int64_t max_tokens) const {
  const explain::Subject subject(explain::classifier(*parts_.network), *parts_.text, device_, memory_);
  const std::optional<EncodedText> encoded = attended(text, subject, max_tokens);
  if (!encoded) return std::nullopt;
  explain::FaithfulnessOptions wanted;
  wanted.measures = measures_of({});
  wanted.measures.agreement = true;
  const explain::Faithfulness f = explain::faithfulness(subject, *encoded, wanted);
  TextFaithfulness result;
  result.label = parts_.labels[static_cast<size_t>(f.label)];
  result.tokens.assign(f.tokens.begin(), f.tokens.end());
  result.attention = as_shares(f.attention);
  result.gradient = agreement_of(f.gradient, f.slopes);
  result.left_out = agreement_of(f.left_out, f.changes);
  result.evenness = f.evenness;
  result.even_rows = f.even_rows;
  return result;
}

std::optional<MapExperiments> ModelImpl::experiments(const std::string& text,
                                                     const ExperimentOptions& options) const {
  const explain::Subject subject(explain::classifier(*parts_.network), *parts_.text, device_, memory_);
  explain::FaithfulnessOptions wanted;
  wanted.measures = measures_of(options.wanted);
  const std::optional<EncodedText> encoded = attended(text, subject, options.max_tokens);
  if (!encoded) return std::nullopt;
  wanted.methods = options.methods;
  wanted.random_orders = options.random_orders;
  wanted.permutations = options.permutations;
  wanted.seed = options.seed;
  const explain::Faithfulness f = explain::faithfulness(subject, *encoded, wanted);
  return experiments_of(f, wanted.measures, encoded->ids.size(), parts_.labels);
}

std::optional<TextFaithfulness> text_faithfulness(const Model& model, const std::string& text,
                                                  int64_t max_tokens) {
  return model.impl_->faithfulness(text, max_tokens);
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

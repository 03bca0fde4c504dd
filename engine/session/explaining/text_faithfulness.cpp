#include "engine/session/explaining/text_faithfulness.h"

#include <cmath>
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

// Of what each key gets, over heads and queries.
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

MapExperiments experiments_of(const explain::Faithfulness& f, const std::vector<double>& own, size_t tokens,
                              const std::vector<std::string>& labels) {
  MapExperiments done;
  done.even_moved = f.even_tvd;
  done.even_label = labels[static_cast<size_t>(f.even_label)];
  done.largest_weight = f.permuted.largest_weight;
  done.permuted = f.permuted.changes.tvd;
  done.adversarial_js = f.worst.js;
  done.adversarial_moved = f.worst.tvd;
  done.attended = received_share(own, tokens);
  done.adversarial = received_share(f.worst.map, tokens);
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

json experiments_json(const MapExperiments& done) {
  json erased = json::array(), silenced = json::array();
  for (const WordsErased& one : done.erased)
    erased.push_back({{"method", one.method},
                      {"comprehensiveness", one.comprehensiveness},
                      {"sufficiency", one.sufficiency}});
  for (const WeightsSilenced& one : done.silenced)
    silenced.push_back(
        {{"order", one.order}, {"keys", one.keys}, {"share", one.share}, {"turned", one.turned}});
  return {{"even", {{"moved", done.even_moved}, {"class", done.even_label}}},
          {"permutations", {{"largest_weight", done.largest_weight}, {"moved", done.permuted}}},
          {"adversarial", {{"js", done.adversarial_js}, {"moved", done.adversarial_moved}}},
          {"attended", done.attended},
          {"attended_adversarially", done.adversarial},
          {"erased", erased},
          {"silenced", silenced}};
}

}  // namespace

std::optional<TextFaithfulness> ModelImpl::faithfulness(const std::string& text,
                                                        const TextFaithfulnessOptions& options) const {
  const explain::Subject subject(*parts_.network, *parts_.text, device_, memory_);
  explain::map_points(subject.anatomy);  // says so if there is none
  AnalysisOptions reading;
  reading.max_tokens = options.max_tokens;
  const EncodedText encoded = read(text, reading);
  if (explain::standing(encoded).empty()) return std::nullopt;
  explain::FaithfulnessOptions wanted;
  wanted.methods = options.methods;
  wanted.permutations = options.permutations;
  wanted.seed = options.seed;
  wanted.experiments = options.experiments;
  const explain::Faithfulness f = explain::faithfulness(subject, encoded, wanted);
  TextFaithfulness result;
  result.label = parts_.labels[static_cast<size_t>(f.label)];
  result.tokens.assign(f.tokens.begin(), f.tokens.end());
  result.attention = as_shares(f.attention);
  result.gradient = agreement_of(f.gradient, f.slopes);
  result.left_out = agreement_of(f.left_out, f.changes);
  result.evenness = f.evenness;
  result.even_rows = f.even_rows;
  if (options.experiments) result.experiments = experiments_of(f, f.map, encoded.ids.size(), parts_.labels);
  return result;
}

std::optional<TextFaithfulness> text_faithfulness(const Model& model, const std::string& text,
                                                  const TextFaithfulnessOptions& options) {
  return model.impl_->faithfulness(text, options);
}

json to_json(const TextFaithfulness& f) {
  json written = {{"class", f.label},
                  {"tokens", f.tokens},
                  {"attention", f.attention},
                  {"gradient", agreement_json(f.gradient)},
                  {"leave_one_out", agreement_json(f.left_out)},
                  {"evenness", f.evenness},
                  {"even_rows", f.even_rows}};
  if (f.experiments) written["experiments"] = experiments_json(*f.experiments);
  return written;
}

}  // namespace heed::session

#include "engine/explain/faithfulness.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/explain/gradients.h"
#include "engine/explain/method.h"
#include "engine/explain/variants.h"

namespace heed::explain {
namespace {

constexpr double kAlmostEven = 0.95;

std::vector<double> chosen(const std::vector<double>& values, const std::vector<int>& places) {
  std::vector<double> some;
  some.reserve(places.size());
  for (const int place : places) some.push_back(values[static_cast<size_t>(place)]);
  return some;
}

std::vector<double> shares_of(std::vector<double> values) {
  double sum = 0;
  for (double& value : values) sum += value = std::abs(value);
  for (double& value : values) value = sum > 0 ? value / sum : 0;
  return values;
}

Agreement agreement(const std::vector<double>& attention, const std::vector<double>& other) {
  const auto first = [](const std::vector<double>& values) {
    return std::max_element(values.begin(), values.end()) - values.begin();
  };
  return {kendall_tau(attention, other), first(attention) == first(other)};
}

void compare(const Subject& subject, const EncodedText& text, const FaithfulnessOptions& options,
             const LeaveOneOut& left_out, const MapAnswers& answers, Faithfulness& f) {
  f.tokens = standing(text);
  const auto last = static_cast<int>(text.ids.size()) - 1;
  if (options.drop_ends)
    f.tokens.erase(std::remove_if(f.tokens.begin(), f.tokens.end(),
                                  [&](int token) { return token == 0 || token == last; }),
                   f.tokens.end());
  const Target probability{f.label, std::nullopt, Target::Of::kProbability};
  f.attention = chosen(attention_received({answers.own()}), f.tokens);
  f.slopes = shares_of(chosen(gradient_input(subject, text, {probability}, true).values, f.tokens));
  f.changes = chosen(total_variation(left_out, subject.network.answers()), f.tokens);
  f.gradient = agreement(f.attention, f.slopes);
  f.left_out = agreement(f.attention, f.changes);
}

// What leaving out says of the predicted class is known already.
std::vector<double> values_of(const Subject& subject, const EncodedText& text, const std::string& method,
                              const Target& target, const LeaveOneOut& left_out) {
  if (method != "leave-one-out") return method_named(method).attribute(subject, text, target).values;
  std::vector<double> drops;
  for (int64_t n = 0; n < left_out.logits.rows; ++n)
    drops.push_back(left_out.original[static_cast<size_t>(target.label)] -
                    left_out.logits.at(n, target.label));
  return drops;
}

void erase(const Subject& subject, const EncodedText& text, const FaithfulnessOptions& options,
           const LeaveOneOut& left_out, Faithfulness& f) {
  const std::vector<int> places = standing(text);
  const std::vector<std::string>& methods = options.methods;
  std::vector<std::vector<int>> orders;
  orders.reserve(methods.size());
  for (const std::string& method : methods)
    orders.push_back(ranking(
        values_of(subject, text, method, {f.label, std::nullopt, Target::Of::kLogit}, left_out), places));
  const auto drawn = random_orders(places, options.random_orders, options.seed);
  orders.insert(orders.end(), drawn.begin(), drawn.end());
  if (orders.empty()) return;
  std::vector<Eraser> all = erasers(subject, text, f.label, orders);
  for (size_t i = 0; i < methods.size(); ++i) f.erased.push_back({methods[i], all[i]});
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(methods.size()));
  if (!all.empty()) f.erased.push_back({"random", mean_of(all)});
}

void measure_evenness(const MapAnswers& answers, Faithfulness& f) {
  const Map& own = answers.own();
  double sum = 0, above = 0;
  for (int64_t row = 0; row < own.H * own.T; ++row) {
    double entropy = 0, seen = 0;
    for (int64_t s = 0; s < own.S; ++s) {
      const double a = own.weights[static_cast<size_t>(row * own.S + s)];
      if (a > 0) entropy -= a * std::log(a);
      seen += answers.sees(row % own.T, s) ? 1 : 0;
    }
    const double share = seen > 1 ? entropy / std::log(seen) : 1;
    sum += share;
    above += share > kAlmostEven ? 1 : 0;
  }
  f.evenness = sum / static_cast<double>(own.H * own.T);
  f.even_rows = above / static_cast<double>(own.H * own.T);
}

void silence_weights(const EncodedText& text, uint64_t seed, const MapAnswers& answers, Faithfulness& f) {
  const std::vector<int> places = standing(text);
  const SilenceRankings by = silence_rankings(answers);
  f.silenced = {{"attention", silence(answers, ranking(by.attention, places))},
                {"gradient", silence(answers, ranking(by.gradient, places))},
                {"attention-gradient", silence(answers, ranking(by.product, places))},
                {"random", silence(answers, random_orders(places, 1, seed).front())}};
}

void make_even(const MapAnswers& answers, Faithfulness& f) {
  const OtherMaps under_even = with_maps(answers, {even(answers.own(), answers.reach())});
  f.even_tvd = under_even.tvd.front();
  f.even_label = likeliest(under_even.logits.row(0), under_even.logits.columns);
}

void change_maps(const EncodedText& text, const FaithfulnessOptions& options, const MapAnswers& answers,
                 Faithfulness& f) {
  const Measures& wanted = options.measures;
  if (wanted.permuted) f.permuted = permutations(answers, options.permutations, options.seed);
  if (wanted.adversarial) {
    AdversarialOptions search = options.adversarial;
    search.seed = options.seed;
    f.worst = adversarial(answers, search);
  }
  if (wanted.silenced) silence_weights(text, options.seed, answers, f);
  if (wanted.even) make_even(answers, f);
}

// Leaving out costs a pass for each token.
bool leaves_out(const FaithfulnessOptions& options) {
  const auto& named = options.methods;
  const bool ranks = std::find(named.begin(), named.end(), "leave-one-out") != named.end();
  return options.measures.agreement || (options.measures.erased && ranks);
}

}  // namespace

Faithfulness faithfulness(const Subject& subject, const EncodedText& text,
                          const FaithfulnessOptions& options) {
  check(!standing(text).empty(), "[faithfulness] the text has no tokens: there is nothing to attend to.");
  const MapAnswers answers(subject, text);
  const LeaveOneOut left_out = leaves_out(options) ? leave_one_out(subject, text) : LeaveOneOut{};
  Faithfulness f;
  f.label = likeliest(answers.own_logits().data(), static_cast<int64_t>(answers.own_logits().size()));
  f.map = answers.own().weights;
  if (options.measures.agreement) {
    compare(subject, text, options, left_out, answers, f);
    measure_evenness(answers, f);
  }
  if (options.measures.erased) erase(subject, text, options, left_out, f);
  change_maps(text, options, answers, f);
  return f;
}

}  // namespace heed::explain

#include "engine/explain/faithfulness.h"

#include <algorithm>
#include <cmath>

#include "engine/explain/gradients.h"
#include "engine/explain/leave_one_out.h"
#include "engine/explain/method.h"
#include "engine/explain/variants.h"

namespace heed::explain {
namespace {

std::vector<double> chosen(const std::vector<double>& values, const std::vector<int>& places) {
  std::vector<double> some;
  for (const int place : places) some.push_back(values[static_cast<size_t>(place)]);
  return some;
}

int64_t likeliest(const double* logits, int64_t C) {
  return std::max_element(logits, logits + C) - logits;
}

}  // namespace

Faithfulness faithfulness(const Subject& subject, const EncodedText& text,
                          const FaithfulnessOptions& options) {
  const std::vector<Map> maps = maps_of(subject, text);
  const std::vector<int> places = standing(text);
  const Matrix logits = logits_of(subject, {text});
  Faithfulness f;
  f.label = likeliest(logits.row(0), logits.columns);
  const Target probability{f.label, std::nullopt, Target::Of::kProbability};
  const std::vector<double> attention = chosen(attention_received(maps), places);
  std::vector<double> slopes = gradient_input(subject, text, {probability}, true).values;
  for (double& slope : slopes) slope = std::abs(slope);
  f.gradient = kendall_tau(attention, chosen(slopes, places));
  f.left_out = kendall_tau(attention, chosen(total_variation(leave_one_out(subject, text)), places));
  const std::vector<std::string> methods =
      options.methods.empty() ? std::vector<std::string>{"attention"} : options.methods;
  for (const std::string& name : methods) {
    const Attribution by =
        method_named(name).attribute(subject, text, {f.label, std::nullopt, Target::Of::kLogit});
    f.erased.emplace_back(name, eraser(subject, text, f.label, ranking(by.values, places)));
  }
  f.random = random_eraser(subject, text, f.label, options.random_orders, options.seed);
  f.permuted = permutations(subject, text, options.permutations, options.seed);
  const OtherMaps under_even = with_maps(subject, text, {even(maps.back())});
  f.even_tvd = under_even.tvd.front();
  f.even_keeps_label = likeliest(under_even.logits.row(0), logits.columns) == f.label;
  return f;
}

}  // namespace heed::explain

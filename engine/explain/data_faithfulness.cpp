#include "engine/explain/data_faithfulness.h"

#include <algorithm>
#include <cmath>

namespace heed::explain {
namespace {

constexpr double kSignificant = 0.05;

// The mean of get(row) over the rows where it is a number.
template <class Get>
double mean_over(const std::vector<TextFigures>& rows, const Get& get) {
  double sum = 0, n = 0;
  for (const TextFigures& row : rows)
    if (const double value = get(row); !std::isnan(value)) {
      sum += value;
      n += 1;
    }
  return n > 0 ? sum / n : 0;
}

template <class Get>
double median_over(const std::vector<TextFigures>& rows, const Get& get) {
  std::vector<double> values;
  values.reserve(rows.size());
  for (const TextFigures& row : rows) values.push_back(get(row));
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

TauFigures tau_over(const std::vector<TextFigures>& rows, Agreement TextFigures::*with) {
  TauFigures figures;
  double squares = 0;
  for (const TextFigures& row : rows) {
    const KendallTau& tau = (row.*with).tau;
    if (std::isnan(tau.tau)) continue;
    ++figures.n;
    figures.mean += tau.tau;
    squares += tau.tau * tau.tau;
    figures.significant += tau.p <= kSignificant ? 1 : 0;
    figures.spread.add(tau.tau);
  }
  figures.same_first =
      mean_over(rows, [&](const TextFigures& row) { return (row.*with).same_first ? 1 : 0; });
  if (figures.n == 0) return figures;
  const auto n = static_cast<double>(figures.n);
  figures.mean /= n;
  figures.significant /= n;
  figures.sd = std::sqrt(std::max(0.0, squares / n - figures.mean * figures.mean));
  return figures;
}

ErasedFigures erased_over(const std::vector<TextFigures>& rows, const std::string& method, size_t at) {
  ErasedFigures figures{method, {}, {}, 0, 0, 0, 0};
  const auto over = [&](double Eraser::*value) {
    return mean_over(rows, [&](const TextFigures& row) { return row.erased[at].*value; });
  };
  for (size_t bin = 0; bin < eraser_shares().size(); ++bin) {
    const auto of_bin = [&](std::vector<double> Eraser::*values) {
      return mean_over(rows, [&](const TextFigures& row) { return (row.erased[at].*values)[bin]; });
    };
    figures.comprehensiveness.push_back(of_bin(&Eraser::comprehensiveness));
    figures.sufficiency.push_back(of_bin(&Eraser::sufficiency));
  }
  figures.mean_comprehensiveness = over(&Eraser::mean_comprehensiveness);
  figures.mean_sufficiency = over(&Eraser::mean_sufficiency);
  figures.normalised_comprehensiveness = over(&Eraser::normalised_comprehensiveness);
  figures.normalised_sufficiency = over(&Eraser::normalised_sufficiency);
  return figures;
}

SilencedFigures silenced_over(const std::vector<TextFigures>& rows, const std::string& order, size_t at) {
  const auto share = [&](const TextFigures& row) { return row.silenced[at].share; };
  return {order, mean_over(rows, share), median_over(rows, share),
          mean_over(rows, [&](const TextFigures& row) { return row.silenced[at].turned ? 1.0 : 0.0; })};
}

void permuted_over(const std::vector<TextFigures>& rows, DataFigures& data) {
  data.permuted_median = mean_over(rows, [](const TextFigures& row) { return row.median_tvd; });
  data.permuted_largest = mean_over(rows, [](const TextFigures& row) { return row.largest_tvd; });
  const auto quarters = static_cast<int>(data.by_largest_weight.size());
  for (int quarter = 0; quarter < quarters; ++quarter) {
    std::vector<TextFigures> some;
    for (const TextFigures& row : rows)
      if (std::min(static_cast<int>(row.largest_weight * quarters), quarters - 1) == quarter)
        some.push_back(row);
    data.by_largest_weight[static_cast<size_t>(quarter)] = {
        static_cast<int64_t>(some.size()),
        median_over(some, [](const TextFigures& row) { return row.median_tvd; })};
  }
}

}  // namespace

TextFigures figures_of(const Faithfulness& f) {
  TextFigures row;
  row.label = f.label;
  row.tokens = static_cast<int64_t>(f.tokens.size());
  row.gradient = f.gradient;
  row.left_out = f.left_out;
  for (const Erased& one : f.erased) row.erased.push_back(one.figures);
  row.largest_weight = f.permuted.largest_weight;
  row.median_tvd = f.permuted.median_tvd;
  row.largest_tvd = f.permuted.largest_tvd;
  row.adversarial_js = f.worst.js;
  for (const SilencedBy& one : f.silenced) row.silenced.push_back(one.keys);
  row.evenness = f.evenness;
  row.even_rows = f.even_rows;
  return row;
}

Measured measured_by(const FaithfulnessOptions& options) {
  Measured names{options.methods, {"attention", "gradient", "attention-gradient", "random"}};
  if (names.erased.empty()) names.erased.push_back("attention");
  if (options.random_orders > 0) names.erased.push_back("random");
  return names;
}

void Histogram::add(double value) {
  const auto bins = static_cast<double>(counts.size());
  const double bin = std::clamp(std::floor((value - from) / (to - from) * bins), 0.0, bins - 1);
  ++counts[static_cast<size_t>(bin)];
}

DataFigures sum_up(const std::vector<TextFigures>& rows, const Measured& measured) {
  check(!rows.empty(), "[faithfulness] there is no text that could be measured.");
  DataFigures data;
  data.n = static_cast<int64_t>(rows.size());
  data.tokens = mean_over(rows, [](const TextFigures& row) { return static_cast<double>(row.tokens); });
  data.gradient = tau_over(rows, &TextFigures::gradient);
  data.left_out = tau_over(rows, &TextFigures::left_out);
  for (size_t i = 0; i < measured.erased.size(); ++i)
    data.erased.push_back(erased_over(rows, measured.erased[i], i));
  permuted_over(rows, data);
  const auto js = [](const TextFigures& row) { return row.adversarial_js; };
  data.adversarial_mean = mean_over(rows, js);
  data.adversarial_median = median_over(rows, js);
  for (const TextFigures& row : rows) data.adversarial.add(js(row));
  for (size_t i = 0; i < measured.silenced.size(); ++i)
    data.silenced.push_back(silenced_over(rows, measured.silenced[i], i));
  data.evenness = mean_over(rows, [](const TextFigures& row) { return row.evenness; });
  data.even_rows = mean_over(rows, [](const TextFigures& row) { return row.even_rows; });
  return data;
}

}  // namespace heed::explain

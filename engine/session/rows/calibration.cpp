// Whether a classifier's probabilities can be believed, and what a threshold does.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/portable_math.h"
#include "engine/session/rows/judged_rows.h"
#include "engine/tasks/metrics.h"

namespace heed::session {
namespace {

using nlohmann::json;

// log p / T, as probabilities again.
std::vector<double> tempered(const double* p, size_t C, double temperature) {
  std::vector<double> q(C);
  for (size_t c = 0; c < C; ++c) q[c] = portable_log(std::max(p[c], 1e-300)) / temperature;
  const double largest = *std::max_element(q.begin(), q.end());
  double sum = 0;
  for (double& value : q) sum += value = portable_exp(value - largest);
  for (double& value : q) value /= sum;
  return q;
}

struct Confidence {
  double probability = 0;
  bool right = false;
};

constexpr size_t kBins = 10;
struct Bin {
  int64_t n = 0;
  double confidence = 0, right = 0;
};

std::array<Bin, kBins> binned(const std::vector<Confidence>& all) {
  std::array<Bin, kBins> bins;
  for (const Confidence& one : all) {
    Bin& bin = bins[std::min(kBins - 1, static_cast<size_t>(one.probability * kBins))];
    ++bin.n;
    bin.confidence += one.probability;
    bin.right += one.right ? 1 : 0;
  }
  return bins;
}

double expected_error(const std::vector<Confidence>& all) {
  double sum = 0;
  for (const Bin& bin : binned(all)) sum += std::abs(bin.confidence - bin.right);
  return ratio(sum, static_cast<double>(all.size()));
}

class Temperature {
 public:
  explicit Temperature(const JudgedRows& rows) : rows_(rows), C_(rows.labels.size()) {}

  // Mean -log p of the true class on every other row is convex in 1 / T: golden-section search over log T.
  double fitted() const {
    const double golden = (std::sqrt(5.0) - 1) / 2;
    double low = portable_log(0.05), high = portable_log(20.0);
    for (int i = 0; i < 60; ++i) {
      const double a = high - golden * (high - low), b = low + golden * (high - low);
      (loss(portable_exp(a)) < loss(portable_exp(b)) ? high : low) =
          loss(portable_exp(a)) < loss(portable_exp(b)) ? b : a;
    }
    return portable_exp((low + high) / 2);
  }

  std::vector<Confidence> confidences(double temperature, size_t first, size_t step) const {
    std::vector<Confidence> all;
    for (size_t row = first; row < rows_.truth.size(); row += step) {
      const std::vector<double> p = tempered(rows_.said.probabilities.data() + row * C_, C_, temperature);
      const auto best = std::max_element(p.begin(), p.end());
      all.push_back({*best, best - p.begin() == rows_.truth[row]});
    }
    return all;
  }

 private:
  double loss(double temperature) const {
    double sum = 0;
    for (size_t row = 0; row < rows_.truth.size(); row += 2)
      sum -= portable_log(std::max(tempered(rows_.said.probabilities.data() + row * C_, C_,
                                            temperature)[static_cast<size_t>(rows_.truth[row])],
                                   1e-300));
    return sum;
  }

  const JudgedRows& rows_;
  size_t C_;
};

json thresholds_of(const JudgedRows& rows) {
  json all = json::array();
  for (int step = 1; step < 20; ++step) all.push_back(threshold_figures(rows, step / 20.0));
  return all;
}

}  // namespace

json threshold_figures(const JudgedRows& rows, double threshold) {
  double hits = 0, said = 0, there = 0;
  for (size_t row = 0; row < rows.truth.size(); ++row) {
    const bool second = rows.said.probabilities[2 * row + 1] >= threshold;
    said += second;
    there += rows.truth[row] == 1;
    hits += second && rows.truth[row] == 1;
  }
  const double precision = ratio(hits, said), recall = ratio(hits, there);
  return {{"threshold", threshold},
          {"precision", precision},
          {"recall", recall},
          {"f1", ratio(2 * precision * recall, precision + recall)},
          {"share", ratio(said, static_cast<double>(rows.truth.size()))}};
}

json calibration_of(const JudgedRows& rows) {
  const Temperature temperature(rows);
  const double fitted = temperature.fitted();
  const auto all = temperature.confidences(1, 0, 1);
  json bins = json::array();
  const auto parts = binned(all);
  for (size_t i = 0; i < kBins; ++i)
    if (parts[i].n > 0)
      bins.push_back({{"from", static_cast<double>(i) / kBins},
                      {"to", static_cast<double>(i + 1) / kBins},
                      {"n", parts[i].n},
                      {"confidence", parts[i].confidence / static_cast<double>(parts[i].n)},
                      {"accuracy", parts[i].right / static_cast<double>(parts[i].n)}});
  return {{"bins", bins},
          {"expected_error", expected_error(all)},
          {"temperature", fitted},
          {"expected_error_before", expected_error(temperature.confidences(1, 1, 2))},
          {"expected_error_after", expected_error(temperature.confidences(fitted, 1, 2))},
          {"thresholds", rows.labels.size() == 2 ? thresholds_of(rows) : json::array()}};
}

}  // namespace heed::session

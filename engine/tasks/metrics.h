// How good a classifier is on labelled examples. All rates are fractions; 0/0 counts as 0.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heed {

struct ClassMetrics {
  std::string label;
  double precision = 0, recall = 0, f1 = 0;
  int64_t support = 0;
};

double ratio(double a, double b);  // a / b

// The class of each row of probabilities [n][C]: the largest; of equals the first.
std::vector<int> largest_of_rows(const std::vector<double>& probabilities, size_t C);

// With more classes nobody reads a table of them: sums alone are kept.
constexpr size_t kClassesShown = 256;

struct Metrics {
  int64_t n = 0;
  double loss = 0;  // mean cross-entropy, no weights, no smoothing
  double accuracy = 0, macro_f1 = 0, weighted_f1 = 0, weighted_precision = 0, weighted_recall = 0;
  std::vector<std::vector<int64_t>> confusion;  // [true][predicted], and
  std::vector<ClassMetrics> per_class;          // of up to kClassesShown classes; else empty
  // With two classes, of the second; else not used.
  double tpr = 0, fpr = 0, tnr = 0, fnr = 0, roc_auc = 0, f1 = 0;
};

// probabilities [n][C], row by row. The prediction is the largest.
Metrics compute_metrics(const std::vector<int>& truth, const std::vector<double>& probabilities,
                        const std::vector<std::string>& labels);

nlohmann::json to_json(const Metrics& metrics);  // M of the contract

}  // namespace heed

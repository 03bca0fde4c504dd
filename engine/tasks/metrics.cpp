#include "engine/tasks/metrics.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/base/error.h"

namespace heed {

double ratio(double a, double b) {
  return b == 0 ? 0 : a / b;
}

std::vector<int> largest_of_rows(const std::vector<double>& probabilities, size_t C) {
  std::vector<int> classes;
  for (auto row = probabilities.begin(); row != probabilities.end(); row += static_cast<ptrdiff_t>(C))
    classes.push_back(static_cast<int>(std::max_element(row, row + static_cast<ptrdiff_t>(C)) - row));
  return classes;
}

namespace {

// Area under the ROC curve: how often a positive example scores above a negative one, ties counting half
// (Mann-Whitney), from mean ranks.
double area_under_roc(const std::vector<int>& truth, const std::vector<double>& score) {
  std::vector<size_t> order(truth.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return score[a] < score[b]; });
  double rank_sum = 0, positives = 0;
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && score[order[end]] == score[order[i]]) ++end;
    const double rank = static_cast<double>(i + end + 1) / 2;  // mean of i + 1 … end
    for (size_t j = i; j < end; ++j)
      if (truth[order[j]] == 1) {
        rank_sum += rank;
        positives += 1;
      }
    i = end;
  }
  const double negatives = static_cast<double>(truth.size()) - positives;
  return ratio(rank_sum - positives * (positives + 1) / 2, positives * negatives);
}

struct Counts {
  int64_t support = 0, predicted = 0, hits = 0;
};

void fill_classes(Metrics& m, const std::vector<Counts>& counts, const std::vector<std::string>& labels) {
  for (size_t c = 0; c < labels.size(); ++c) {
    ClassMetrics k;
    k.label = labels[c];
    k.support = counts[c].support;
    const auto hits = static_cast<double>(counts[c].hits);
    k.precision = ratio(hits, static_cast<double>(counts[c].predicted));
    k.recall = ratio(hits, static_cast<double>(k.support));
    k.f1 = ratio(2 * k.precision * k.recall, k.precision + k.recall);
    const double share = ratio(static_cast<double>(k.support), static_cast<double>(m.n));
    m.macro_f1 += k.f1 / static_cast<double>(labels.size());
    m.weighted_f1 += share * k.f1;
    m.weighted_precision += share * k.precision;
    m.weighted_recall += share * k.recall;
    if (labels.size() <= kClassesShown) m.per_class.push_back(k);
  }
}

void fill_two(Metrics& m, const std::vector<int>& truth, const std::vector<double>& second) {
  m.tpr = m.per_class[1].recall;
  m.fnr = m.per_class[1].support > 0 ? 1 - m.tpr : 0;
  m.tnr = m.per_class[0].recall;
  m.fpr = m.per_class[0].support > 0 ? 1 - m.tnr : 0;
  m.f1 = m.per_class[1].f1;
  m.roc_auc = area_under_roc(truth, second);
}

}  // namespace

Metrics compute_metrics(const std::vector<int>& truth, const std::vector<double>& probabilities,
                        const std::vector<std::string>& labels) {
  const size_t C = labels.size();
  check(probabilities.size() == truth.size() * C, "[metrics] ", probabilities.size(), " probabilities for ",
        truth.size(), " examples of ", C, " classes.");
  Metrics m;
  m.n = static_cast<int64_t>(truth.size());
  if (C <= kClassesShown) m.confusion.assign(C, std::vector<int64_t>(C, 0));
  std::vector<Counts> counts(C);
  std::vector<double> second;
  const std::vector<int> classes = largest_of_rows(probabilities, C);
  for (size_t i = 0; i < truth.size(); ++i) {
    const double* p = probabilities.data() + i * C;
    const auto predicted = static_cast<size_t>(classes[i]);
    const auto t = static_cast<size_t>(truth[i]);
    ++counts[t].support;
    ++counts[predicted].predicted;
    counts[t].hits += predicted == t ? 1 : 0;
    if (C <= kClassesShown) ++m.confusion[t][predicted];
    m.accuracy += predicted == t ? 1 : 0;
    m.loss -= std::log(std::max(p[t], 1e-300));
    if (C == 2) second.push_back(p[1]);
  }
  m.accuracy = ratio(m.accuracy, static_cast<double>(m.n));
  m.loss = ratio(m.loss, static_cast<double>(m.n));
  fill_classes(m, counts, labels);
  if (C == 2) fill_two(m, truth, second);
  return m;
}

nlohmann::json to_json(const Metrics& m) {
  nlohmann::json classes = nlohmann::json::array();
  for (const ClassMetrics& k : m.per_class)
    classes.push_back({{"label", k.label},
                       {"precision", k.precision},
                       {"recall", k.recall},
                       {"f1", k.f1},
                       {"support", k.support}});
  nlohmann::json json{{"n", m.n},
                      {"loss", m.loss},
                      {"accuracy", m.accuracy},
                      {"macro_f1", m.macro_f1},
                      {"weighted_f1", m.weighted_f1},
                      {"weighted_precision", m.weighted_precision},
                      {"weighted_recall", m.weighted_recall},
                      {"confusion", m.confusion},
                      {"per_class", classes}};
  if (m.per_class.size() == 2)
    json.update({{"tpr", m.tpr},
                 {"fpr", m.fpr},
                 {"tnr", m.tnr},
                 {"fnr", m.fnr},
                 {"roc_auc", m.roc_auc},
                 {"f1", m.f1}});
  return json;
}

}  // namespace heed

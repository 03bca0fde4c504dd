#include "engine/explain/adversarial.h"

#include <algorithm>
#include <cmath>

#include "engine/base/random.h"
#include "engine/explain/divergence.h"

namespace heed::explain {
namespace {

constexpr double kRate = 0.5, kDecay1 = 0.9, kDecay2 = 0.99, kTiny = 1e-8;
constexpr double kSpread = 3;    // of the first logarithms: rows begin with weight on a few keys
constexpr double kPenalty = 20;  // per unit of probability too much
constexpr double kMargin = 0.9;  // of `within`, what the search aims at
constexpr int kHalvings = 12;    // of the way back to the model's own map

// Several maps on their way, as logarithms of their weights.
class Search {
 public:
  Search(const MapAnswers& answers, const AdversarialOptions& options)
      : answers_(answers),
        own_(answers.own()),
        options_(options),
        p_(answers.answer(answers.own_logits().data())),
        theta_(options.starts, static_cast<int64_t>(own_.weights.size())),
        first_(theta_.rows, theta_.columns),
        second_(theta_.rows, theta_.columns),
        best_{own_.weights, 0, 0} {
    Random random(options.seed);
    for (double& value : theta_.values) value = kSpread * random.normal();
  }

  Adversarial run() {
    for (int step = 1; step <= options_.steps; ++step) {
      const Matrix maps = weights();
      const MapAnswers::Slopes back =
          answers_.slopes(maps, [this](const Matrix& logits) { return away(logits); });
      keep_best(maps, back.logits);
      ascend(maps, back.gradient, step);
    }
    pull_back();
    return best_;
  }

 private:
  std::vector<double> answer(const Matrix& logits, int64_t m) const { return answers_.answer(logits.row(m)); }

  // [starts, H·T·S]: softmax of each row over the keys that it sees.
  Matrix weights() const {
    Matrix maps(theta_.rows, theta_.columns);
    for (int64_t row = 0; row < maps.rows * own_.H * own_.T; ++row) {
      const double* from = theta_.values.data() + row * own_.S;
      double* to = maps.values.data() + row * own_.S;
      const int64_t t = row % own_.T;
      double most = -INFINITY, sum = 0;
      for (int64_t s = 0; s < own_.S; ++s)
        if (answers_.sees(t, s)) most = std::max(most, from[s]);
      for (int64_t s = 0; s < own_.S; ++s)
        if (answers_.sees(t, s)) sum += to[s] = std::exp(from[s] - most);
      for (int64_t s = 0; s < own_.S; ++s) to[s] /= sum;
    }
    return maps;
  }

  // By the logits: what moves probabilities further than they may, with the minus of a penalty.
  Matrix away(const Matrix& logits) const {
    Matrix directions(logits.rows, logits.columns);
    for (int64_t m = 0; m < logits.rows; ++m) {
      const std::vector<double> q = answer(logits, m);
      if (total_variation(p_, q) <= kMargin * options_.within) continue;
      std::vector<double> signs;
      for (size_t c = 0; c < q.size(); ++c) signs.push_back(q[c] > p_[c] ? 0.5 : -0.5);
      const std::vector<double> one = answers_.by_logits(signs, q);
      for (size_t c = 0; c < q.size(); ++c) directions.at(m, static_cast<int64_t>(c)) = -kPenalty * one[c];
    }
    return directions;
  }

  // One step of Adam along the divergence and the penalty, through the softmax.
  void ascend(const Matrix& maps, const Matrix& penalty, int step) {
    const double rows = static_cast<double>(own_.H * own_.T);
    const double fix1 = 1 - std::pow(kDecay1, step), fix2 = 1 - std::pow(kDecay2, step);
    std::vector<double> slope(static_cast<size_t>(own_.S));
    for (int64_t row = 0; row < maps.rows * own_.H * own_.T; ++row) {
      const int64_t at = row * own_.S, of_own = at % maps.columns;
      double mean = 0;
      for (int64_t s = 0; s < own_.S; ++s) {
        const double a = own_.weights[static_cast<size_t>(of_own + s)];
        const double b = maps.values[static_cast<size_t>(at + s)];
        const double divergence = b > 0 ? 0.5 * std::log(2 * b / (a + b)) / rows : 0;
        slope[static_cast<size_t>(s)] = divergence + penalty.values[static_cast<size_t>(at + s)];
        mean += b * slope[static_cast<size_t>(s)];
      }
      for (int64_t s = 0; s < own_.S; ++s) {
        const auto i = static_cast<size_t>(at + s);
        const double g = rows * maps.values[i] * (slope[static_cast<size_t>(s)] - mean);
        first_.values[i] = kDecay1 * first_.values[i] + (1 - kDecay1) * g;
        second_.values[i] = kDecay2 * second_.values[i] + (1 - kDecay2) * g * g;
        theta_.values[i] += kRate * (first_.values[i] / fix1) / (std::sqrt(second_.values[i] / fix2) + kTiny);
      }
    }
  }

  void keep_best(const Matrix& maps, const Matrix& logits) {
    for (int64_t m = 0; m < maps.rows; ++m) {
      const double tvd = total_variation(p_, answer(logits, m));
      if (tvd > options_.within) continue;
      const double js = rows_apart(own_.weights.data(), maps.row(m), own_.H * own_.T, own_.S);
      if (js > best_.js) best_ = {{maps.row(m), maps.row(m) + maps.columns}, js, tvd};
    }
  }

  // Each map that was reached, mixed with the model's own: as much of it as the answer does not notice.
  void pull_back() {
    const Matrix ends = weights();
    std::vector<double> least(static_cast<size_t>(ends.rows), 0.0), most(least.size(), 1.0);
    for (int i = 0; i <= kHalvings; ++i) {
      Matrix mixed = ends;
      std::vector<double> share(least.size(), 1.0);
      for (int64_t m = 0; m < ends.rows; ++m) {
        const auto at = static_cast<size_t>(m);
        if (i > 0) share[at] = (least[at] + most[at]) / 2;
        for (int64_t k = 0; k < ends.columns; ++k)
          mixed.at(m, k) = share[at] * ends.at(m, k) + (1 - share[at]) * own_.weights[static_cast<size_t>(k)];
      }
      const Matrix logits = answers_.logits(mixed);
      keep_best(mixed, logits);
      for (int64_t m = 0; m < ends.rows; ++m) {
        const auto at = static_cast<size_t>(m);
        (total_variation(p_, answer(logits, m)) <= options_.within ? least : most)[at] = share[at];
      }
    }
  }

  const MapAnswers& answers_;
  const Map& own_;
  const AdversarialOptions& options_;
  const std::vector<double> p_;
  Matrix theta_, first_, second_;  // [starts, H·T·S], and Adam's means of the gradient and its square
  Adversarial best_;
};

}  // namespace

Adversarial adversarial(const MapAnswers& answers, const AdversarialOptions& options) {
  return Search(answers, options).run();
}

}  // namespace heed::explain

#include "engine/data/phrase_regression.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/data/phrase_features.h"

namespace heed {
namespace {

using Doubles = std::vector<double>;

double dot(const Doubles& a, const Doubles& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The loss of W [columns + 1, C], whose last row is b.
class PhraseLoss {
 public:
  PhraseLoss(const PhraseFeatures& z, const std::vector<CountedText>& texts, size_t C)
      : z_(z), texts_(texts), C_(C), share_(1 / static_cast<double>(texts.size())) {}

  size_t size() const { return (z_.columns + 1) * C_; }
  size_t probabilities() const { return texts_.size() * C_; }

  // The loss, its gradient, and p [N, C], what each class has by each text.
  double at(const Doubles& W, Doubles& gradient, Doubles& p) const {
    double loss = 0;
    for (size_t i = 0; i < z_.columns * C_; ++i) loss += lambda_ / 2 * W[i] * W[i];
    through(W, gradient, [&](size_t n, Doubles& logits) {
      const double largest = *std::max_element(logits.begin(), logits.end());
      const auto label = static_cast<size_t>(texts_[n].label);
      double sum = 0;
      loss -= share_ * (logits[label] - largest);
      for (double& one : logits) sum += one = std::exp(one - largest);
      loss += share_ * std::log(sum);
      for (size_t c = 0; c < C_; ++c) p[n * C_ + c] = logits[c] /= sum;
      logits[label] -= 1;
    });
    return loss;
  }

  // The matrix of second derivatives, times v: the logits' is p_c (1[c = d] - p_d).
  void bend(const Doubles& p, const Doubles& v, Doubles& product) const {
    through(v, product, [&](size_t n, Doubles& logits) {
      const double mean = std::inner_product(logits.begin(), logits.end(), &p[n * C_], 0.0);
      for (size_t c = 0; c < C_; ++c) logits[c] = p[n * C_ + c] * (logits[c] - mean);
    });
  }

  // The diagonal of that matrix.
  Doubles diagonal(const Doubles& p) const {
    Doubles diagonal(size(), lambda_);
    std::fill(diagonal.end() - static_cast<std::ptrdiff_t>(C_), diagonal.end(), 1e-12);
    for (size_t n = 0; n < texts_.size(); ++n) {
      const auto add = [&](size_t column, double x) {
        for (size_t c = 0; c < C_; ++c)
          diagonal[column * C_ + c] += share_ * x * x * p[n * C_ + c] * (1 - p[n * C_ + c]);
      };
      z_.each(n, add);
      add(z_.columns, 1);
    }
    return diagonal;
  }

 private:
  // λ W, without b, + 1/N Σ_n z_n ⊗ change(n, z_n W + b).
  template <class Change>
  void through(const Doubles& W, Doubles& result, const Change& change) const {
    std::transform(W.begin(), W.end(), result.begin(), [this](double w) { return lambda_ * w; });
    const double* b = &W[z_.columns * C_];
    double* of_b = &result[z_.columns * C_];
    std::fill_n(of_b, C_, 0.0);
    Doubles logits(C_);
    for (size_t n = 0; n < texts_.size(); ++n) {
      std::copy_n(b, C_, logits.begin());
      z_.each(n, [&](size_t column, double x) {
        for (size_t c = 0; c < C_; ++c) logits[c] += x * W[column * C_ + c];
      });
      change(n, logits);
      for (size_t c = 0; c < C_; ++c) of_b[c] += logits[c] *= share_;
      z_.each(n, [&](size_t column, double x) {
        for (size_t c = 0; c < C_; ++c) result[column * C_ + c] += x * logits[c];
      });
    }
  }

  const PhraseFeatures& z_;
  const std::vector<CountedText>& texts_;
  size_t C_;
  double share_, lambda_ = share_ / 20;
};

// Newton's method, whose steps are found by conjugate gradients, preconditioned by the diagonal (Nash 2000,
// "A survey of truncated-Newton methods"). It takes about as many passes through the texts for a hundred
// thousand of them as for a hundred: 50 to 200.
class Newton {
 public:
  Newton(const PhraseLoss& loss, const WorkProgress& progress)
      : loss_(loss),
        progress_(progress),
        W_(loss.size()),
        gradient_(W_),
        step_(W_),
        p_(loss.probabilities()),
        value_(loss.at(W_, gradient_, p_)) {}

  Doubles solve() && {
    constexpr int kMostSteps = 100;
    const double first = length();
    for (int i = 0; i < kMostSteps && length() > kSmall; ++i) {
      report(first);
      find_step(std::min(0.1, std::sqrt(length() / first)), first);
      if (!go()) break;
    }
    return std::move(W_);
  }

 private:
  static constexpr double kSmall = 1e-6;

  double length() const { return std::sqrt(dot(gradient_, gradient_)); }

  void report(double first) const {
    if (!progress_) return;
    const double left =
        std::log(std::max(length(), kSmall) / kSmall) / std::log(std::max(first / kSmall, 2.0));
    progress_("fitting phrases", std::lround(100 * (1 - std::min(left, 1.0))), 100, "percent");
  }

  // second derivatives · step = -gradient, up to `tolerance` of what is on the right.
  void find_step(double tolerance, double first) {
    constexpr int kMostPasses = 200;
    const Doubles diagonal = loss_.diagonal(p_);
    Doubles rest(W_.size()), along(W_.size()), bent(W_.size());
    std::fill(step_.begin(), step_.end(), 0.0);
    const auto scaled = [&](size_t j) { return rest[j] / diagonal[j]; };
    double square = 0;
    for (size_t j = 0; j < W_.size(); ++j) {
      rest[j] = -gradient_[j];
      along[j] = scaled(j);
      square += rest[j] * along[j];
    }
    const double enough = tolerance * tolerance * square;
    for (int pass = 0; pass < kMostPasses && square > enough; ++pass) {
      report(first);  // between two passes: work can be stopped here
      loss_.bend(p_, along, bent);
      const double far = square / dot(along, bent);
      const double before = std::exchange(square, 0.0);
      for (size_t j = 0; j < W_.size(); ++j) {
        step_[j] += far * along[j];
        rest[j] -= far * bent[j];
        square += rest[j] * scaled(j);
      }
      for (size_t j = 0; j < W_.size(); ++j) along[j] = scaled(j) + square / before * along[j];
    }
  }

  // Goes along the step as far as the loss falls; false if it falls nowhere.
  bool go() {
    constexpr double kShortest = 1e-8, kSlope = 1e-4;  // of the fall that the slope promises (Armijo)
    const double slope = dot(gradient_, step_), before = value_;
    double there = 0;
    for (double far = 1; far > kShortest; far /= 2) {
      for (size_t j = 0; j < W_.size(); ++j) W_[j] += (far - there) * step_[j];
      there = far;
      value_ = loss_.at(W_, gradient_, p_);
      if (value_ <= before + kSlope * far * slope) return true;
    }
    return false;
  }

  const PhraseLoss& loss_;
  const WorkProgress& progress_;
  Doubles W_, gradient_, step_, p_;
  double value_;
};

}  // namespace

PhraseVotes regress(const std::vector<CountedText>& texts, size_t C, const PhraseFilter& filter,
                    const WorkProgress& progress) {
  const PhraseFeatures f = phrase_features(texts, progress);
  const PhraseLoss loss(f, texts, C);
  const Doubles W = Newton(loss, progress).solve();
  const double* b = &W[f.columns * C];
  const double mean = std::accumulate(b, b + C, 0.0) / static_cast<double>(C);
  PhraseVotes result{std::vector<float>(static_cast<size_t>(filter.rows()) * C), {}};
  for (size_t c = 0; c < C; ++c) result.bias.push_back(static_cast<float>(b[c] - mean));
  for (size_t j = 0; j < f.hashes.size(); ++j) {
    const int32_t row = filter.row(f.hashes[j]);
    if (row < 0) continue;
    for (size_t c = 0; c < C; ++c)
      result.votes[static_cast<size_t>(row) * C + c] +=
          static_cast<float>(f.scale * f.weight[j] * W[f.column[j] * C + c]);
  }
  return result;
}

}  // namespace heed

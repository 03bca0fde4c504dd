#include "engine/explain/eraser.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/random.h"
#include "engine/explain/target.h"
#include "engine/explain/variants.h"

namespace heed::explain {
namespace {

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

void normalise(Eraser& e, double most) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  e.mean_comprehensiveness = mean(e.comprehensiveness);
  e.mean_sufficiency = mean(e.sufficiency);
  e.normalised_comprehensiveness = most > 0 ? std::clamp(e.mean_comprehensiveness / most, 0.0, 1.0) : nan;
  e.normalised_sufficiency = most > 0 ? 1 - std::clamp(e.mean_sufficiency / most, 0.0, 1.0) : nan;
}

}  // namespace

const std::vector<double>& eraser_shares() {
  static const std::vector<double> shares{0.01, 0.05, 0.1, 0.2, 0.5};
  return shares;
}

std::vector<int> ranking(const std::vector<double>& values, const std::vector<int>& among) {
  std::vector<int> order = among;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return values[static_cast<size_t>(a)] > values[static_cast<size_t>(b)];
  });
  return order;
}

Eraser eraser(const Subject& subject, const EncodedText& text, int64_t label, const std::vector<int>& order,
              const std::vector<double>& shares) {
  Eraser e;
  std::vector<EncodedText> variants{text, without(subject.text, text, order)};
  for (const double share : shares) {
    const auto T = static_cast<double>(order.size());
    const auto k = std::min<int64_t>(static_cast<int64_t>(std::ceil(share * T - 1e-9)),
                                     static_cast<int64_t>(order.size()));
    e.counts.push_back(k);
    const auto middle = order.begin() + k;
    variants.push_back(without(subject.text, text, {order.begin(), middle}));
    variants.push_back(without(subject.text, text, {middle, order.end()}));
  }
  const Matrix logits = logits_of(subject, variants);
  const auto p = [&](int64_t row) {
    return probabilities(logits.row(row), logits.columns,
                         subject.network.multi_label())[static_cast<size_t>(label)];
  };
  for (int64_t bin = 0; bin < static_cast<int64_t>(shares.size()); ++bin) {
    e.comprehensiveness.push_back(p(0) - p(2 + 2 * bin));
    e.sufficiency.push_back(p(0) - p(3 + 2 * bin));
  }
  normalise(e, p(0) - p(1));
  return e;
}

Eraser random_eraser(const Subject& subject, const EncodedText& text, int64_t label, int draws, uint64_t seed,
                     const std::vector<double>& shares) {
  Random random(seed);
  std::vector<int> order = standing(text);
  Eraser sum;
  double norm_c = 0, norm_s = 0;
  for (int draw = 0; draw < draws; ++draw) {
    random.shuffle(order);
    const Eraser one = eraser(subject, text, label, order, shares);
    sum.counts = one.counts;
    sum.comprehensiveness.resize(shares.size());
    sum.sufficiency.resize(shares.size());
    for (size_t i = 0; i < shares.size(); ++i) {
      sum.comprehensiveness[i] += one.comprehensiveness[i] / draws;
      sum.sufficiency[i] += one.sufficiency[i] / draws;
    }
    norm_c += one.normalised_comprehensiveness / draws;
    norm_s += one.normalised_sufficiency / draws;
  }
  sum.mean_comprehensiveness = mean(sum.comprehensiveness);
  sum.mean_sufficiency = mean(sum.sufficiency);
  sum.normalised_comprehensiveness = norm_c;
  sum.normalised_sufficiency = norm_s;
  return sum;
}

}  // namespace heed::explain

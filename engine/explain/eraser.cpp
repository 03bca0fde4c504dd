#include "engine/explain/eraser.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "engine/base/order.h"
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
  sort_stably(order,
              [&](int a, int b) { return values[static_cast<size_t>(a)] > values[static_cast<size_t>(b)]; });
  return order;
}

namespace {

// Shorter texts, each of them once.
class Shortened {
 public:
  Shortened(const Subject& subject, const EncodedText& text) : subject_(subject), text_(text) {}

  // The place of the text without these tokens.
  int64_t without(std::vector<int> tokens) {
    sort_stably(tokens, std::less<>());
    const auto [found, is_new] = places_.emplace(std::move(tokens), static_cast<int64_t>(texts_.size()));
    if (is_new) {
      texts_.push_back(found->first.empty() ? text_ : explain::without(subject_.text, text_, found->first));
      left_out_.push_back(found->first);
    }
    return found->second;
  }

  // p of the class, by place.
  std::vector<double> probabilities_of(int64_t label) const {
    const Matrix logits = logits_of(subject_, texts_, left_out_);
    std::vector<double> all;
    for (int64_t row = 0; row < logits.rows; ++row)
      all.push_back(answers_to(logits.row(row), logits.columns,
                               subject_.network.answers())[static_cast<size_t>(label)]);
    return all;
  }

 private:
  const Subject& subject_;
  const EncodedText& text_;
  std::map<std::vector<int>, int64_t> places_;
  std::vector<EncodedText> texts_;
  std::vector<std::vector<int>> left_out_;  // of each of them
};

int64_t first_of(double share, size_t tokens) {
  const auto k = static_cast<int64_t>(std::ceil(share * static_cast<double>(tokens) - 1e-9));
  return std::min(k, static_cast<int64_t>(tokens));
}

void add_share(std::vector<double>& sum, const std::vector<double>& values, double share) {
  sum.resize(values.size());
  for (size_t i = 0; i < values.size(); ++i) sum[i] += share * values[i];
}

}  // namespace

Eraser eraser(const Subject& subject, const EncodedText& text, int64_t label, const std::vector<int>& order,
              const std::vector<double>& shares) {
  return erasers(subject, text, label, {order}, shares).front();
}

std::vector<Eraser> erasers(const Subject& subject, const EncodedText& text, int64_t label,
                            const std::vector<std::vector<int>>& orders, const std::vector<double>& shares) {
  Shortened texts(subject, text);
  const int64_t whole = texts.without({});
  std::vector<int64_t> asked;  // of each order: nothing, then per bin without the first, with them alone
  for (const std::vector<int>& order : orders) {
    asked.push_back(texts.without(order));
    for (const double share : shares) {
      const auto middle = order.begin() + first_of(share, order.size());
      asked.push_back(texts.without({order.begin(), middle}));
      asked.push_back(texts.without({middle, order.end()}));
    }
  }
  const std::vector<double> p = texts.probabilities_of(label);
  auto next = asked.begin();
  const auto lost = [&] { return p[static_cast<size_t>(whole)] - p[static_cast<size_t>(*next++)]; };
  std::vector<Eraser> all(orders.size());
  for (size_t o = 0; o < orders.size(); ++o) {
    const double most = lost();
    for (const double share : shares) {
      all[o].counts.push_back(first_of(share, orders[o].size()));
      all[o].comprehensiveness.push_back(lost());
      all[o].sufficiency.push_back(lost());
    }
    normalise(all[o], most);
  }
  return all;
}

std::vector<std::vector<int>> random_orders(const std::vector<int>& tokens, int draws, uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<int>> orders;
  std::vector<int> order = tokens;
  for (int draw = 0; draw < draws; ++draw) {
    random.shuffle(order);
    orders.push_back(order);
  }
  return orders;
}

Eraser mean_of(const std::vector<Eraser>& erased) {
  Eraser all;
  const double share = 1 / static_cast<double>(erased.size());
  for (const Eraser& one : erased) {
    all.counts = one.counts;
    add_share(all.comprehensiveness, one.comprehensiveness, share);
    add_share(all.sufficiency, one.sufficiency, share);
    all.normalised_comprehensiveness += share * one.normalised_comprehensiveness;
    all.normalised_sufficiency += share * one.normalised_sufficiency;
  }
  all.mean_comprehensiveness = mean(all.comprehensiveness);
  all.mean_sufficiency = mean(all.sufficiency);
  return all;
}

Eraser random_eraser(const Subject& subject, const EncodedText& text, int64_t label, int draws, uint64_t seed,
                     const std::vector<double>& shares) {
  return mean_of(erasers(subject, text, label, random_orders(standing(text), draws, seed), shares));
}

}  // namespace heed::explain

#include "engine/explain/silence.h"

#include <algorithm>

namespace heed::explain {
namespace {

constexpr int64_t kMostCells = 1 << 20;  // of the maps that are tried at once

void silence_key(std::vector<double>& weights, int64_t S, int64_t s) {
  for (size_t row = 0; row < weights.size(); row += static_cast<size_t>(S))
    weights[row + static_cast<size_t>(s)] = 0;
}

// Rows of which something is left sum to what they did.
std::vector<double> shared_out(const std::vector<double>& weights, const Map& own) {
  std::vector<double> shared = weights;
  for (size_t row = 0; row < shared.size(); row += static_cast<size_t>(own.S)) {
    double before = 0, left = 0;
    for (size_t i = row; i < row + static_cast<size_t>(own.S); ++i) {
      before += own.weights[i];
      left += weights[i];
    }
    for (size_t i = row; i < row + static_cast<size_t>(own.S) && left > 0; ++i) shared[i] *= before / left;
  }
  return shared;
}

}  // namespace

Silenced silence(const MapAnswers& answers, const std::vector<int>& order) {
  const Map& own = answers.own();
  const auto C = static_cast<int64_t>(answers.own_logits().size());
  const int64_t label = likeliest(answers.own_logits().data(), C);
  const auto cells = static_cast<int64_t>(own.weights.size());
  const size_t at_once = static_cast<size_t>(std::max<int64_t>(1, kMostCells / std::max<int64_t>(cells, 1)));
  std::vector<double> weights = own.weights;
  for (size_t first = 0; first + 1 < order.size();) {
    const size_t last = std::min(order.size() - 1, first + at_once);
    std::vector<std::vector<double>> maps;
    for (size_t i = first; i < last; ++i) {
      silence_key(weights, own.S, order[i]);
      maps.push_back(shared_out(weights, own));
    }
    const Matrix logits = answers.logits(matrix_of(maps));
    for (int64_t m = 0; m < logits.rows; ++m)
      if (likeliest(logits.row(m), C) != label) {
        const auto keys = static_cast<int64_t>(first) + m + 1;
        return {keys, static_cast<double>(keys) / static_cast<double>(order.size()), true};
      }
    first = last;
  }
  return {static_cast<int64_t>(order.size()), 1, false};
}

SilenceRankings silence_rankings(const MapAnswers& answers) {
  const Map& own = answers.own();
  const auto C = static_cast<int64_t>(answers.own_logits().size());
  std::vector<double> asked(answers.own_logits().size(), 0.0);
  asked[static_cast<size_t>(likeliest(answers.own_logits().data(), C))] = 1;
  const MapAnswers::Slopes back = answers.slopes(matrix_of({own.weights}), [&](const Matrix& logits) {
    return matrix_of({answers.by_logits(asked, answers.answer(logits.row(0)))});
  });
  const auto S = static_cast<size_t>(own.S);
  SilenceRankings rankings{std::vector<double>(S, 0.0), std::vector<double>(S, 0.0),
                           std::vector<double>(S, 0.0)};
  for (size_t i = 0; i < own.weights.size(); ++i) {
    const double a = own.weights[i], slope = back.gradient.values[i];
    rankings.attention[i % S] += a;
    rankings.gradient[i % S] += slope;
    rankings.product[i % S] += a * slope;
  }
  return rankings;
}

}  // namespace heed::explain

#include "engine/explain/kendall.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/error.h"

namespace heed::explain {
namespace {

constexpr size_t kExact = 33;

// Sums over groups of equal values that the variance needs.
struct Ties {
  double pairs = 0;    // t (t - 1) / 2
  double triples = 0;  // t (t - 1) (t - 2)
  double spread = 0;   // t (t - 1) (2 t + 5)
};

Ties ties_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  Ties ties;
  for (size_t first = 0, last; first < values.size(); first = last) {
    for (last = first; last < values.size() && values[last] == values[first];) ++last;
    const auto t = static_cast<double>(last - first);
    ties.pairs += t * (t - 1) / 2;
    ties.triples += t * (t - 1) * (t - 2);
    ties.spread += t * (t - 1) * (2 * t + 5);
  }
  return ties;
}

// The share of all n! orders with at most c inversions, or as far from the middle: the numbers of orders with
// k inversions among j values are running sums over a window of j of those among j - 1.
double exact_p(size_t n, size_t discordant) {
  const size_t total = n * (n - 1) / 2, c = std::min(discordant, total - discordant);
  if (2 * c == total) return 1;
  std::vector<double> share(c + 1, 0.0);  // of the orders of j values with k inversions
  share[0] = 1;
  for (size_t j = 2; j <= n; ++j) {
    std::vector<double> next(c + 1, 0.0);
    double window = 0;
    for (size_t k = 0; k <= c; ++k) {
      window += share[k] - (k >= j ? share[k - j] : 0);
      next[k] = window / static_cast<double>(j);
    }
    share = std::move(next);
  }
  double sum = 0;
  for (const double s : share) sum += s;
  return std::clamp(2 * sum, 0.0, 1.0);
}

}  // namespace

KendallTau kendall_tau(const std::vector<double>& x, const std::vector<double>& y) {
  check(x.size() == y.size(), "[kendall] ", x.size(), " and ", y.size(),
        " values: expected the same number.");
  const size_t n = x.size();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (n < 2) return {nan, nan};
  size_t concordant = 0, discordant = 0;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < i; ++j) {
      const double product = (x[i] < x[j] ? -1 : x[i] > x[j]) * (y[i] < y[j] ? -1 : y[i] > y[j]);
      concordant += product > 0;
      discordant += product < 0;
    }
  const Ties a = ties_of(x), b = ties_of(y);
  const auto count = static_cast<double>(n);
  const double pairs = count * (count - 1) / 2;
  if (a.pairs == pairs || b.pairs == pairs) return {nan, nan};
  const double difference = static_cast<double>(concordant) - static_cast<double>(discordant);
  const double tau = difference / std::sqrt(pairs - a.pairs) / std::sqrt(pairs - b.pairs);
  const bool ties = a.pairs > 0 || b.pairs > 0;
  if (!ties && (n <= kExact || std::min(concordant, discordant) <= 1)) return {tau, exact_p(n, discordant)};
  const double m = 2 * pairs;
  double variance = (m * (2 * count + 5) - a.spread - b.spread) / 18 + 2 * a.pairs * b.pairs / m;
  if (n > 2) variance += a.triples * b.triples / (9 * m * (count - 2));
  return {tau, std::erfc(std::abs(difference) / std::sqrt(2 * variance))};
}

}  // namespace heed::explain

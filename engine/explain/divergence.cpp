#include "engine/explain/divergence.h"

#include <cmath>

#include "engine/base/error.h"

namespace heed::explain {

double jensen_shannon(const double* p, const double* q, size_t count) {
  double sum = 0;
  const auto part = [](double a, double m) { return a > 0 ? a * std::log(a / m) : 0.0; };
  for (size_t i = 0; i < count; ++i) {
    const double m = (p[i] + q[i]) / 2;
    sum += part(p[i], m) + part(q[i], m);
  }
  return sum / 2;
}

double jensen_shannon(const std::vector<double>& p, const std::vector<double>& q) {
  check(p.size() == q.size(), "[divergence] ", p.size(), " and ", q.size(),
        " numbers: expected the same number.");
  return jensen_shannon(p.data(), q.data(), p.size());
}

double rows_apart(const double* a, const double* b, int64_t rows, int64_t S) {
  double sum = 0;
  for (int64_t r = 0; r < rows; ++r) sum += jensen_shannon(a + r * S, b + r * S, static_cast<size_t>(S));
  return sum / static_cast<double>(rows);
}

double total_variation(const std::vector<double>& p, const std::vector<double>& q) {
  check(p.size() == q.size(), "[divergence] ", p.size(), " and ", q.size(),
        " numbers: expected the same number.");
  double sum = 0;
  for (size_t i = 0; i < p.size(); ++i) sum += std::abs(p[i] - q[i]);
  return sum / 2;
}

}  // namespace heed::explain

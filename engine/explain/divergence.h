// How far two distributions over the same things are apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heed::explain {

// ½ KL(p ‖ m) + ½ KL(q ‖ m), m = (p + q)/2, in nats: 0 to ln 2 (Lin 1991), what Jain & Wallace (2019) call
// the Jensen–Shannon divergence; its root is a distance.
double jensen_shannon(const double* p, const double* q, size_t count);
double jensen_shannon(const std::vector<double>& p, const std::vector<double>& q);

// The mean distance between the rows of two maps, S weights each.
double rows_apart(const double* a, const double* b, int64_t rows, int64_t S);

// ½ Σ |p - q|: 0 to 1.
double total_variation(const std::vector<double>& p, const std::vector<double>& q);

}  // namespace heed::explain

// Whether two rankings agree (Kendall 1938, 1945).
#pragma once

#include <vector>

namespace heed::explain {

struct KendallTau {
  double tau = 0;  // -1 to 1; τ-b, which counts ties: not a number where one side is all ties
  double p = 1;    // of |τ| or more by chance, two-sided
};

// p is exact without ties up to 33 values, as Kendall (1970) counts orders, and beyond that normal with the
// variance that ties leave; both as SciPy's kendalltau has them. Error for lists of unequal length.
KendallTau kendall_tau(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace heed::explain

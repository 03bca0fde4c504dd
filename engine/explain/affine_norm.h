// A LayerNorm or RMSNorm as the affine map that it was for one vector z, with that vector's own mean m and
// deviation s = √(variance + ε):
//
//   LN(z) = w ⊙ z / s + (b - w m / s)
#pragma once

#include <vector>

#include "engine/explain/matrix.h"

namespace heed::explain {

struct AffineNorm {
  std::vector<double> factor, constant;  // [D]: w / s and b - w m / s

  std::vector<double> operator()(const std::vector<double>& z) const;
};

// `bias` may be empty. Not `centred`: RMSNorm, m = 0.
AffineNorm affine_norm(const std::vector<double>& z, const Matrix& weight, const Matrix& bias, double epsilon,
                       bool centred = true);

}  // namespace heed::explain

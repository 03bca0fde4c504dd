// A LayerNorm or RMSNorm as the affine map that it was for one vector z, with that vector's own deviation
// s = √(variance + ε):
//
//   LN(z) = w ⊙ (z - mean z) / s + b,   RMS(z) = w ⊙ z / s
//
// LayerNorm takes the mean of every addend of z away, so that what all units have in common adds nothing.
#pragma once

#include <vector>

#include "engine/explain/matrix.h"

namespace heed::explain {

struct AffineNorm {
  std::vector<double> factor, bias;  // [D]: w / s and b; no bias: empty
  bool centred = true;

  std::vector<double> operator()(const std::vector<double>& z) const;
  // A direction [D] along which the norm's output is read becomes that along which its input is: the map
  // transposed, without the bias.
  void transpose(double* direction) const;
};

// `bias` may be empty. Not `centred`: RMSNorm.
AffineNorm affine_norm(const std::vector<double>& z, const Matrix& weight, const Matrix& bias, double epsilon,
                       bool centred = true);

// Takes their mean away from `count` values.
void take_mean_away(double* values, int64_t count);

}  // namespace heed::explain

// tanh and σ of a vector, without leaving the registers.
#pragma once

#include <cmath>
#include <type_traits>

#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

// float: x p(x²) / q(x²), the minimax approximation that Eigen's tanh uses; within 3 units in the last place.
// Beyond ±7.9 tanh rounds to ±1. NaN stays NaN.
inline Simd<float>::Vector tanh_of(Simd<float>::Vector x) {
  using Vector = Simd<float>::Vector;
  constexpr float kEnd = 7.90531110763549805f;
  const Vector end = Vector{} + kEnd;
  x = x > end ? end : x;
  x = x < -end ? -end : x;
  const Vector s = x * x;
  Vector p = s * -2.76076847742355e-16f + 2.00018790482477e-13f;
  p = p * s + -8.60467152213735e-11f;
  p = p * s + 5.12229709037114e-08f;
  p = p * s + 1.48572235717979e-05f;
  p = p * s + 6.37261928875436e-04f;
  p = p * s + 4.89352455891786e-03f;
  Vector q = s * 1.19825839466702e-06f + 1.18534705686654e-04f;
  q = q * s + 2.26843463243900e-03f;
  q = q * s + 4.89352518554385e-03f;
  return x * p / q;
}

inline Simd<double>::Vector tanh_of(Simd<double>::Vector x) {
  for (int i = 0; i < Simd<double>::kWidth; ++i) x[i] = std::tanh(x[i]);
  return x;
}

// σ(x) = (1 + tanh(x/2)) / 2
template <class Vector>
Vector sigmoid_of(Vector x) {
  using T = std::remove_cvref_t<decltype(x[0])>;
  return tanh_of(Vector(x * T(0.5))) * T(0.5) + T(0.5);
}

HEED_END_KERNELS

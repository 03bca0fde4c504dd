// tanh, σ and GELU of a vector, without leaving the registers.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "engine/kernels/cpu/simd.h"
#include "engine/kernels/elementwise.h"

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

// float: the rational approximation that Eigen's erf uses; within a few units in the last place. Beyond ±4
// erf rounds to ±1.
inline Simd<float>::Vector erf_of(Simd<float>::Vector x) {
  using Vector = Simd<float>::Vector;
  const Vector end = Vector{} + 4.f;
  x = x > end ? end : x;
  x = x < -end ? -end : x;
  const Vector s = x * x;
  Vector p = s * -2.72614225801306e-10f + 2.77068142495902e-08f;
  p = p * s + -2.10102402082508e-06f;
  p = p * s + -5.69250639462346e-05f;
  p = p * s + -7.34990630326855e-04f;
  p = p * s + -2.95459980854025e-03f;
  p = p * s + -1.60960333262415e-02f;
  Vector q = s * -1.45660718464996e-05f + -2.13374055278905e-04f;
  q = q * s + -1.68282697438203e-03f;
  q = q * s + -7.37332916720468e-03f;
  q = q * s + -1.42647390514189e-02f;
  return x * p / q;
}

inline Simd<double>::Vector erf_of(Simd<double>::Vector x) {
  for (int i = 0; i < Simd<double>::kWidth; ++i) x[i] = std::erf(x[i]);
  return x;
}

// x Φ(x) with the error function
template <class Vector>
Vector gelu_of(Vector x) {
  using T = std::remove_cvref_t<decltype(x[0])>;
  return x * T(0.5) * (T(1) + erf_of(Vector(x * T(M_SQRT1_2))));
}

// x Φ(x) with Φ(x) ≈ (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2
template <class Vector>
Vector gelu_tanh_of(Vector x) {
  using T = std::remove_cvref_t<decltype(x[0])>;
  const Vector inner = (x + x * x * x * T(0.044715)) * T(M_2_SQRTPI * M_SQRT1_2);
  return x * T(0.5) * (T(1) + tanh_of(inner));
}

// x σ(x), σ(x) = (1 + tanh(x/2)) / 2
template <class Vector>
Vector silu_of(Vector x) {
  using T = std::remove_cvref_t<decltype(x[0])>;
  return x * T(0.5) * (T(1) + tanh_of(Vector(x * T(0.5))));
}

template <class T>
typename Simd<T>::Vector activated(Activation f, typename Simd<T>::Vector x) {
  switch (f) {
    case Activation::kRelu:
      return T(0) > x ? typename Simd<T>::Vector{} : x;  // NaN stays NaN
    case Activation::kGelu:
      return gelu_of(x);
    case Activation::kGeluTanh:
      return gelu_tanh_of(x);
    case Activation::kTanh:
      return tanh_of(x);
    case Activation::kSilu:
      return silu_of(x);
    case Activation::kNone:
      break;
  }
  return x;
}

// y = f(x) for `count` numbers; y may be x.
template <class T, class F>
void each_vector(const T* x, T* y, int64_t count, const F& f) {
  using S = Simd<T>;
  int64_t i = 0;
  for (; i + S::kWidth <= count; i += S::kWidth) S::store(y + i, f(S::load(x + i)));
  if (i == count) return;
  alignas(kVectorBytes) T rest[S::kWidth] = {};
  std::copy_n(x + i, count - i, rest);
  S::store(rest, f(S::load(rest)));
  std::copy_n(rest, count - i, y + i);
}

// σ(x) = (1 + tanh(x/2)) / 2
template <class Vector>
Vector sigmoid_of(Vector x) {
  using T = std::remove_cvref_t<decltype(x[0])>;
  return tanh_of(Vector(x * T(0.5))) * T(0.5) + T(0.5);
}

HEED_END_KERNELS

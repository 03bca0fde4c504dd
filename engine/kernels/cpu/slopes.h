// Activations with their slopes, of a vector at a time.
#pragma once

#include "engine/kernels/cpu/activations.h"
#include "engine/kernels/cpu/exponential.h"

HEED_BEGIN_KERNELS

// The next W numbers of a row, or as many as are left of it.
template <class T>
struct Lanes {
  using S = Simd<T>;
  using Vector = typename S::Vector;
  int64_t count;

  Vector load(const T* from) const {
    if (count >= S::kWidth) return S::load(from);
    alignas(kVectorBytes) T some[S::kWidth] = {};
    std::copy_n(from, count, some);
    return S::load(some);
  }
  void store(Vector x, T* to, bool add) const {
    if (add) x += load(to);
    if (count >= S::kWidth) return S::store(to, x);
    alignas(kVectorBytes) T some[S::kWidth];
    S::store(some, x);
    std::copy_n(some, count, to);
  }
};

// f(x) and f'(x)
template <class T>
struct Activated {
  using Vector = typename Simd<T>::Vector;
  Vector value, slope;

  Activated(Activation f, Vector x) {
    if (f == Activation::kRelu) {
      value = activated<T>(f, x);
      slope = T(0) < x ? Vector{} + T(1) : Vector{};
    } else if (f == Activation::kGelu) {  // Φ(x) + x φ(x)
      const Vector share = T(0.5) * (T(1) + erf_of(Vector(x * T(M_SQRT1_2))));
      value = x * share;
      slope = share + x * exp_of<T>(T(-0.5) * x * x) * T(0.5 * M_2_SQRTPI * M_SQRT1_2);
    } else if (f == Activation::kSilu) {  // σ(x) + x σ(x) (1 - σ(x))
      const Vector share = T(0.5) * (T(1) + tanh_of(Vector(x * T(0.5))));
      value = x * share;
      slope = share + x * share * (T(1) - share);
    } else {  // with Φ ≈ (1 + t) / 2, t = tanh(u), u = √(2/π) (x + 0.044715 x³)
      constexpr T kRoot = T(M_2_SQRTPI * M_SQRT1_2);
      const Vector t = tanh_of(Vector(kRoot * (x + T(0.044715) * x * x * x)));
      value = T(0.5) * x * (T(1) + t);
      slope = T(0.5) * (T(1) + t) + T(0.5) * x * (T(1) - t * t) * kRoot * (T(1) + T(3 * 0.044715) * x * x);
    }
  }
};

HEED_END_KERNELS

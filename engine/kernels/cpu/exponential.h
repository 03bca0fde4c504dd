// eˣ of a vector. Eigen's has other bits with each instruction set, and takes four times as long in
// WebAssembly.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/kernels/cpu/activations.h"
#include "engine/kernels/cpu/dispatch.h"

HEED_BEGIN_KERNELS

inline constexpr float kLowestExponent = -87.3365448f;  // of a normal number

// float: 2ⁿ p(r) with n = round(x / ln 2), r = x - n ln 2, and Cephes' polynomial; within 2 units in the last
// place. 0 below where normal numbers end, infinity above the largest. NaN stays NaN.
inline Simd<float>::Vector exp_by_polynomial(Simd<float>::Vector x) {
  using Vector = Simd<float>::Vector;
  using Whole = Simd<int32_t>::Vector;
  constexpr float kMagic = 12582912;  // 1.5 · 2²³: added, it leaves a number rounded in the lowest bits
  constexpr float kHighest = 88.7228394f;
  const Vector n = x * 1.44269504f + kMagic, whole = n - kMagic;
  const Vector r = x - whole * 0.693359375f + whole * 2.12194440e-4f;
  Vector p = r * 1.9875691500e-4f + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.f;
  // In two steps: 2ⁿ of n = 128 alone is no number.
  const Whole bits = reinterpret_cast<Whole>(n) - 0x4b400000, half = bits >> 1;
  p *= reinterpret_cast<Vector>((half + 127) << 23);
  p *= reinterpret_cast<Vector>((bits - half + 127) << 23);
  p = x < kLowestExponent ? Vector{} : p;
  p = x > kHighest ? Vector{} + __builtin_inff() : p;
  return x == x ? p : x;
}

template <class T>
typename Simd<T>::Vector exp_of(typename Simd<T>::Vector x) {
  if constexpr (sizeof(T) == sizeof(float)) {
    return exp_by_polynomial(x);
  } else {
    Eigen::Array<T, Simd<T>::kWidth, 1> lanes;
    Simd<T>::store(lanes.data(), x);
    lanes = lanes.exp();
    return Simd<T>::load(lanes.data());
  }
}

// y = softmax(scale · x); y may be x. The largest of x, and what the exponentials were divided by. What is
// left over of a row goes through a vector, too.
template <class T>
std::pair<T, T> softmax_row(T* x, T* y, int64_t count, T scale) {
  const T largest = view(x, count).maxCoeff();
  each_vector(x, y, count, [=](auto e) { return exp_of<T>((e - largest) * scale); });
  const T total = sum_of(y, count);
  view(y, count) /= total;
  return {largest, total};
}

// What softmax_row(x) would return, without what it writes. Of each block the largest first, then the
// exponentials, while it is near: x is read once. What was summed up before shrinks where a larger one comes.
template <class T>
std::pair<T, T> softmax_sum(const T* x, int64_t count) {
  using S = Simd<T>;
  using Vector = typename S::Vector;
  constexpr int64_t kBlock = 2048;
  constexpr T kNone = -std::numeric_limits<T>::infinity();
  T largest = kNone, total = 0;
  for (int64_t begin = 0; begin < count; begin += kBlock) {
    const int64_t end = std::min(begin + kBlock, count), whole = end - (end - begin) % S::kWidth;
    alignas(kVectorBytes) T rest[S::kWidth];
    std::fill(std::copy(x + whole, x + end, rest), rest + S::kWidth, kNone);
    Vector most = S::load(rest);
    for (int64_t i = begin; i < whole; i += S::kWidth) {
      const Vector e = S::load(x + i);
      most = e > most ? e : most;
    }
    const T before = largest;
    for (int i = 0; i < S::kWidth; ++i) largest = std::max(largest, most[i]);
    if (largest == kNone) continue;
    Vector sum = exp_of<T>(S::load(rest) - largest);
    for (int64_t i = begin; i < whole; i += S::kWidth) sum += exp_of<T>(S::load(x + i) - largest);
    total *= std::exp(before - largest);
    for (int i = 0; i < S::kWidth; ++i) total += sum[i];
  }
  return {largest, total};
}

HEED_END_KERNELS

// Attention of one query, as a model that writes asks for it with every token: keys and values are read once,
// where they lie. Laying them out in panels, as larger products do, would take longer than the product.
#pragma once

#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

// scores[r] = q · k[r] for R keys, `stride` numbers apart: several at a time, as each sum waits for itself.
template <class T, int R>
void scores_of_keys(int64_t width, const T* q, const T* k, int64_t stride, T* scores) {
  LaneSums<T> sums[R];
  int64_t i = 0;
  for (; i + sums->kLanes <= width; i += sums->kLanes)
#pragma GCC unroll 4
    for (int r = 0; r < R; ++r)
      sums[r].add(
          [&](int lane) { return Simd<T>::load(q + i + lane) * Simd<T>::load(k + r * stride + i + lane); });
  for (int r = 0; r < R; ++r) {
    T score = sums[r].total();
    for (int64_t rest = i; rest < width; ++rest) score += q[rest] * k[r * stride + rest];
    scores[r] = score;
  }
}

// scores [keys] = q kᵀ
template <class T>
void one_query_scores(int64_t keys, int64_t width, const T* q, const T* k, int64_t stride, T* scores) {
  constexpr int R = 4 / LaneSums<T>::kVectors;
  int64_t s = 0;
  for (; s + R <= keys; s += R) scores_of_keys<T, R>(width, q, k + s * stride, stride, scores + s);
  for (; s < keys; ++s) scores_of_keys<T, 1>(width, q, k + s * stride, stride, scores + s);
}

// out, R vectors of it = Σ w[s] v[s]
template <class T, int R>
void sum_of_values(int64_t keys, const T* w, const T* v, int64_t stride, T* out) {
  using S = Simd<T>;
  typename S::Vector sum[R] = {};
  for (int64_t s = 0; s < keys; ++s, v += stride)
#pragma GCC unroll 4
    for (int r = 0; r < R; ++r) sum[r] += w[s] * S::load(v + r * S::kWidth);
  for (int r = 0; r < R; ++r) S::store(out + r * S::kWidth, sum[r]);
}

// out [width] = w [keys] · v [keys, width]
template <class T>
void one_query_output(int64_t keys, int64_t width, const T* w, const T* v, int64_t stride, T* out) {
  constexpr int R = 4, W = Simd<T>::kWidth;
  int64_t i = 0;
  for (; i + R * W <= width; i += R * W) sum_of_values<T, R>(keys, w, v + i, stride, out + i);
  for (; i + W <= width; i += W) sum_of_values<T, 1>(keys, w, v + i, stride, out + i);
  for (; i < width; ++i) {
    T sum = 0;
    for (int64_t s = 0; s < keys; ++s) sum += w[s] * v[s * stride + i];
    out[i] = sum;
  }
}

HEED_END_KERNELS

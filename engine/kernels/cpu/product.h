// A product shared out among a device's threads.
#pragma once

#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/gemm.h"

HEED_BEGIN_KERNELS

// Rows, or panels of columns, that are worth a thread of their own.
inline int64_t grain_of(int64_t multiply_adds_each) {
  return std::max<int64_t>(1, (1 << 18) / std::max<int64_t>(1, multiply_adds_each));
}

// C [M, N] (+)= A · B. What is larger is shared out among the threads, so that each reads its own part of it
// and all of what is smaller: few rows of A, or few columns of B.
template <class T>
void product(const Device& device, int64_t M, int64_t N, int64_t K, Strided<T> a, const T* packed, Sum<T>* c,
             Epilogue<T> epilogue) {
  epilogue.fuse = fuses(device);
  constexpr int64_t P = kPanel<T>;
  const bool rows = M >= N;
  const int64_t grain =
      rows ? (grain_of(N * K) + kTileRows - 1) / kTileRows * kTileRows : grain_of(M * K * P);
  parallel_for(device.threads, rows ? M : (N + P - 1) / P, grain, [&](int64_t first, int64_t last) {
    const Range part{first, last}, panels{first * P, std::min(N, last * P)};
    gemm<T>(rows ? part : Range{0, M}, rows ? Range{0, N} : panels, a, {packed, K, N}, c, N, epilogue);
  });
}

HEED_END_KERNELS

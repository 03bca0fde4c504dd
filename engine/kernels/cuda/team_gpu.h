// Teams of real threads (nvcc).
#pragma once

#include <cuda_runtime.h>

#include <algorithm>

#include "engine/kernels/cuda/gpu.h"

#define HEED_DEVICE __device__
#define HEED_UNROLL _Pragma("unroll")  // for loops whose numbers are to stay in registers

namespace heed::cuda {

inline void* on_gpu(const void* address) {
  return const_cast<void*>(address);
}

inline constexpr int kBlockThreads = 256, kWarpThreads = 32;

// Threads of a warp, or of the whole block. The order of a sum is fixed by their number alone.
template <int threads>
struct Team {
  static __device__ int lane() { return static_cast<int>(threadIdx.x) % threads; }
  static __device__ void meet() {
    if constexpr (threads == kWarpThreads)
      __syncwarp();
    else
      __syncthreads();
  }

  template <class F>
  __device__ void each(int64_t count, const F& f) const {
    for (int64_t i = lane(); i < count; i += threads) f(i);
    meet();
  }
  template <class F>
  __device__ void once(const F& f) const {
    if (lane() == 0) f();
    meet();
  }
  template <class T, class F>
  __device__ T sum(int64_t count, const F& f) const {
    T total = 0;
    for (int64_t i = lane(); i < count; i += threads) total += f(i);
    return reduce(total, [](T a, T b) { return a + b; });
  }
  // The largest f(i), or `least` where there is none.
  template <class T, class F>
  __device__ T most(int64_t count, T least, const F& f) const {
    T found = least;
    for (int64_t i = lane(); i < count; i += threads) {
      const T value = f(i);
      found = found > value ? found : value;
    }
    return reduce(found, [](T a, T b) { return a > b ? a : b; });
  }
  template <class T>
  __device__ T* shared() const {
    extern __shared__ __align__(16) unsigned char room[];
    return reinterpret_cast<T*>(room);
  }

 private:
  template <class T, class F>
  static __device__ T reduce(T value, const F& f) {
    for (int apart = kWarpThreads / 2; apart > 0; apart /= 2)
      value = f(value, __shfl_xor_sync(0xffffffffu, value, apart));
    if constexpr (threads > kWarpThreads) {
      __shared__ T parts[threads / kWarpThreads];
      __syncthreads();  // the last sum may still be read
      if (threadIdx.x % kWarpThreads == 0) parts[threadIdx.x / kWarpThreads] = value;
      __syncthreads();
      value = parts[0];
      for (int part = 1; part < threads / kWarpThreads; ++part) value = f(value, parts[part]);
    }
    return value;
  }
};

using Warp = Team<kWarpThreads>;
using Block = Team<kBlockThreads>;

template <class F>
__global__ void __launch_bounds__(kBlockThreads) run_elements(F f, int64_t count) {
  const int64_t step = int64_t{gridDim.x} * kBlockThreads;
#pragma unroll 1  // nearly every thread has one element: a count of rounds would cost it a division
  for (int64_t i = int64_t{blockIdx.x} * kBlockThreads + threadIdx.x; i < count; i += step) f(i);
}

template <class F>
__global__ void __launch_bounds__(kBlockThreads) run_warps(F f, int64_t count) {
  constexpr int kWarps = kBlockThreads / kWarpThreads;
  const int64_t step = int64_t{gridDim.x} * kWarps;
  for (int64_t i = int64_t{blockIdx.x} * kWarps + threadIdx.x / kWarpThreads; i < count; i += step)
    f(Warp{}, i);
}

template <class F>
__global__ void __launch_bounds__(kBlockThreads) run_blocks(F f, int64_t count) {
  for (int64_t i = blockIdx.x; i < count; i += gridDim.x) {
    f(Block{}, i);
    __syncthreads();  // the next one may write to what this one shares
  }
}

inline unsigned blocks_for(int64_t count, int64_t each) {
  return static_cast<unsigned>(std::min<int64_t>((count + each - 1) / each, 1 << 20));
}

inline cudaStream_t stream_of(const Device& device) {
  return static_cast<cudaStream_t>(gpu_of(device).backend->stream());
}

template <class F>
void for_elements(const Device& device, int64_t count, const F& f) {
  gpu_of(device).note(count);
  if (count > 0)
    run_elements<<<blocks_for(count, kBlockThreads), kBlockThreads, 0, stream_of(device)>>>(f, count);
}

template <class F>
void for_warps(const Device& device, int64_t count, const F& f) {
  constexpr int kWarps = kBlockThreads / kWarpThreads;
  gpu_of(device).note(count);
  if (count > 0) run_warps<<<blocks_for(count, kWarps), kBlockThreads, 0, stream_of(device)>>>(f, count);
}

// At most kMostShared bytes.
template <class F>
void for_blocks(const Device& device, int64_t count, int64_t shared_bytes, const F& f) {
  gpu_of(device).note(count);
  gpu_of(device).note(shared_bytes);
  if (count > 0)
    run_blocks<<<blocks_for(count, 1), kBlockThreads, static_cast<size_t>(shared_bytes), stream_of(device)>>>(
        f, count);
}

}  // namespace heed::cuda

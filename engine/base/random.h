// Seeded random numbers, the same on every target. Two kinds:
//
// - counter-based: a pure function of (seed, step, tensor, element), for masks that forward and backward
//   compute again instead of storing, on any device and in any order;
// - sequential: Random, for shuffles and initial values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heed {

// A bijection of 64-bit words: the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
constexpr uint64_t mix64(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// A bijection of 32-bit words with near-ideal avalanche in two multiplications ("lowbias32", C. Wellons,
// hash-prospector, public domain).
constexpr uint32_t mix32(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// One stream of numbers per (seed, step, tensor). Make it once outside of the loop.
struct RandomStream {
  uint32_t first = 0;
  uint32_t second = 0;
};

constexpr RandomStream random_stream(uint64_t seed, uint32_t step, uint32_t tensor) {
  uint64_t key = mix64(mix64(seed + 0x9e3779b97f4a7c15u) ^ (uint64_t{step} << 32 | tensor));
  return {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)};
}

// 32 random bits of one element. Key, permutation, key, permutation: an Even-Mansour cipher of the element
// number. 32-bit adds, shifts and products only, so that compilers vectorise it on SSE, AVX, wasm SIMD and
// CUDA alike (Philox needs the high halves of 64-bit products, which most of these lack).
constexpr uint32_t random_bits(RandomStream stream, uint32_t element) {
  return mix32(mix32(element + stream.first) + stream.second);
}

// [0, 1), a multiple of 2^-24.
constexpr float uniform(RandomStream stream, uint32_t element) {
  return static_cast<float>(static_cast<int32_t>(random_bits(stream, element) >> 8)) * 0x1p-24f;
}

constexpr float uniform(uint64_t seed, uint32_t step, uint32_t tensor, uint32_t element) {
  return uniform(random_stream(seed, step, tensor), element);
}

// `random_bits(…) < chance_threshold(p)` holds with probability p in [0, 1): a dropout test in integers.
// Written as `x[i] * (… ? 0.0f : scale)` such a loop is vectorised; with the branch around x[i] it is not.
constexpr uint32_t chance_threshold(double p) {
  return static_cast<uint32_t>(p * 0x1p32);
}

// Sequential generator: xoshiro256++ (Blackman, Vigna 2018), seeded through mix64.
class Random {
 public:
  using State = std::array<uint64_t, 4>;

  explicit Random(uint64_t seed);

  uint64_t bits();
  double uniform();       // [0, 1), 53 bits
  float uniform_float();  // [0, 1), 24 bits
  float uniform(float low, float high);
  size_t below(size_t n);  // 0 … n - 1, unbiased; n > 0
  double normal();         // mean 0, variance 1; Box-Muller

  // Fisher-Yates, from the end.
  template <class T>
  void shuffle(std::vector<T>& values) {
    for (size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

  // All there is to save for a run to be resumed.
  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = state; }

 private:
  State state_{};
};

}  // namespace heed

#include "engine/base/random.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/base/portable_math.h"

namespace heed {
namespace {

constexpr uint64_t rotate_left(uint64_t x, int by) {
  return x << by | x >> (64 - by);
}

}  // namespace

Random::Random(uint64_t seed) {
  for (uint64_t& word : state_) word = mix64(seed += 0x9e3779b97f4a7c15u);
}

uint64_t Random::bits() {
  auto& [a, b, c, d] = state_;
  uint64_t result = rotate_left(a + d, 23) + a;
  uint64_t shifted = b << 17;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= shifted;
  d = rotate_left(d, 45);
  return result;
}

double Random::uniform() {
  return static_cast<double>(bits() >> 11) * 0x1p-53;
}

float Random::uniform_float() {
  return static_cast<float>(bits() >> 40) * 0x1p-24f;
}

float Random::uniform(float low, float high) {
  return low + (high - low) * uniform_float();
}

size_t Random::below(size_t n) {
  check(n > 0, "[random] below(0): there is no number below zero.");
  // Draws past the last whole multiple of n would favour small results: they are drawn again.
  uint64_t excess = (UINT64_MAX % n + 1) % n;
  while (true) {
    uint64_t drawn = bits();
    if (drawn <= UINT64_MAX - excess) return static_cast<size_t>(drawn % n);
  }
}

double Random::normal() {
  double radius = std::sqrt(-2 * portable_log(1 - uniform()));  // 1 - u is in (0, 1]
  return radius * portable_sincos_turns(uniform()).cos;
}

}  // namespace heed

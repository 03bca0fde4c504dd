#include "engine/base/mt19937.h"

#include <cmath>
#include <utility>

#include "engine/base/portable_math.h"

namespace heed {
namespace {

constexpr size_t kBlock = 16;

// Box-Muller within a block: u1 comes from the first eight numbers, u2 from the last eight. PyTorch rounds
// the angle to float32 before it takes sine and cosine; without that the sixth digit differs.
void normal_block(float* block) {
  constexpr double kTwoPi = 6.28318530717958647693;
  for (size_t j = 0; j < kBlock / 2; ++j) {
    double radius = std::sqrt(-2 * portable_log(1 - static_cast<double>(block[j])));
    float angle = static_cast<float>(kTwoPi) * block[j + kBlock / 2];
    auto [sin, cos] = portable_sincos_turns(static_cast<double>(angle) / kTwoPi);
    block[j] = static_cast<float>(radius * cos);
    block[j + kBlock / 2] = static_cast<float>(radius * sin);
  }
}

}  // namespace

double TorchRandom::rand_double() {
  uint64_t high = bits();
  uint64_t both = high << 32 | bits();
  return static_cast<double>(both & ((uint64_t{1} << 53) - 1)) * 0x1p-53;
}

double TorchRandom::randn_one() {
  if (cached_) return *std::exchange(cached_, std::nullopt);
  double u1 = rand_double();
  double u2 = rand_double();
  double radius = std::sqrt(-2 * portable_log(1 - u2));
  auto [sin, cos] = portable_sincos_turns(u1);
  cached_ = radius * sin;
  return radius * cos;
}

std::vector<float> TorchRandom::rand(size_t n) {
  std::vector<float> values(n);
  for (float& value : values) value = rand_one();
  return values;
}

std::vector<float> TorchRandom::uniform(size_t n, float low, float high) {
  std::vector<float> values = rand(n);
  // PyTorch's kernels are compiled with fused multiply-add: rounded once, not twice.
  for (float& value : values) value = std::fma(value, high - low, low);
  return values;
}

std::vector<float> TorchRandom::randn(size_t n) {
  std::vector<float> values(n);
  if (n < kBlock) {
    for (float& value : values) value = static_cast<float>(randn_one());
    return values;
  }
  values = rand(n);
  for (size_t i = 0; i + kBlock <= n; i += kBlock) normal_block(&values[i]);
  if (n % kBlock != 0) {  // the last block overlaps the one before and is drawn anew
    float* last = &values[n - kBlock];
    for (size_t j = 0; j < kBlock; ++j) last[j] = rand_one();
    normal_block(last);
  }
  return values;
}

std::vector<int64_t> TorchRandom::randperm(size_t n) {
  std::vector<int64_t> order(n);
  for (size_t i = 0; i < n; ++i) order[i] = static_cast<int64_t>(i);
  for (size_t i = 0; i + 1 < n; ++i) std::swap(order[i], order[i + bits() % (n - i)]);
  return order;
}

}  // namespace heed

// The CPU generator of PyTorch: the numbers that follow torch.manual_seed(seed), so that published examples
// can be reproduced. Draws of 32 bits are equal bit for bit; normal numbers agree to float32 rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace heed {

class TorchRandom {
 public:
  explicit TorchRandom(uint32_t seed) : engine_(seed) {}

  uint32_t bits() { return static_cast<uint32_t>(engine_()); }

  std::vector<float> rand(size_t n);                            // [0, 1)
  std::vector<float> uniform(size_t n, float low, float high);  // Tensor.uniform_(low, high)
  // Fewer than 16 numbers and more take different paths in PyTorch, and give different numbers.
  std::vector<float> randn(size_t n);
  std::vector<int64_t> randperm(size_t n);

 private:
  float rand_one() { return static_cast<float>(bits() & 0xffffff) * 0x1p-24f; }
  double rand_double();
  double randn_one();

  std::mt19937 engine_;
  std::optional<double> cached_;  // the second normal of a pair, kept across calls
};

}  // namespace heed

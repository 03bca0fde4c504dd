#include "engine/data/batches.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/random.h"

namespace heed {
namespace {

constexpr size_t kBatchesPerRun = 50;

Random epoch_random(uint64_t seed, int epoch) {
  return Random(mix64(seed) + static_cast<uint64_t>(epoch));
}

std::vector<int> shuffled(size_t n, Random& random) {
  std::vector<int> order(n);
  for (size_t i = 0; i < n; ++i) order[i] = static_cast<int>(i);
  random.shuffle(order);
  return order;
}

std::vector<Batch> cut(const std::vector<int>& order, size_t batch_size) {
  std::vector<Batch> batches;
  for (size_t i = 0; i < order.size(); i += batch_size) {
    auto first = order.begin() + static_cast<std::ptrdiff_t>(i);
    auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), i + batch_size));
    batches.emplace_back(first, last);
  }
  return batches;
}

void check_size(size_t batch_size) {
  check(batch_size > 0, "[batches] batch size 0, expected 1 or more.");
}

}  // namespace

std::vector<Batch> bucketed_batches(const std::vector<int>& lengths, size_t batch_size, uint64_t seed,
                                    int epoch) {
  check_size(batch_size);
  Random random = epoch_random(seed, epoch);
  std::vector<int> order = shuffled(lengths.size(), random);
  auto shorter = [&](int a, int b) {
    return lengths[static_cast<size_t>(a)] < lengths[static_cast<size_t>(b)];
  };
  size_t run = batch_size * kBatchesPerRun;
  for (size_t i = 0; i < order.size(); i += run) {
    auto first = order.begin() + static_cast<std::ptrdiff_t>(i);
    auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), i + run));
    std::stable_sort(first, last, shorter);
  }
  std::vector<Batch> batches = cut(order, batch_size);
  random.shuffle(batches);
  return batches;
}

std::vector<Batch> shuffled_batches(size_t n, size_t batch_size, uint64_t seed, int epoch) {
  check_size(batch_size);
  Random random = epoch_random(seed, epoch);
  return cut(shuffled(n, random), batch_size);
}

}  // namespace heed

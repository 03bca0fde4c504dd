// Gradients of tables on GPUs: places that name one row are found by sorting, and added up in their order,
// in runs of 64.
#include "engine/kernels/gather.h"

#include <numeric>

#include "engine/base/random.h"
#include "engine/kernels/kernels.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/devices.h"
#include "tests/engine/tensor/numbers.h"

using namespace heed;
using namespace heed::test;

namespace {

// Each place's slot, of which some come often, some once and some never.
std::vector<int32_t> random_slots(int64_t N, int64_t slots, uint64_t seed) {
  Random random(seed);
  std::vector<int32_t> chosen;
  for (int64_t n = 0; n < N; ++n) {
    const auto few = static_cast<int32_t>(std::min<int64_t>(3, slots));
    chosen.push_back(static_cast<int32_t>(random.below(2) == 0 ? random.below(few) : random.below(slots)));
  }
  return chosen;
}

// Row slots[n] of the result is the sum of its row_of(n), in runs of 64.
template <class F>
Tensor sums_of_runs(const std::vector<int32_t>& slots, int64_t rows, int64_t columns, const F& row_of) {
  const Tensor sums = Tensor::zeros({rows, columns}, DType::kFloat32);
  for (int64_t slot = 0; slot < rows; ++slot)
    for (int64_t c = 0; c < columns; ++c) {
      float run = 0;
      float& sum = sums.data<float>()[slot * columns + c];
      int64_t count = 0;
      for (size_t n = 0; n < slots.size(); ++n) {
        if (slots[n] != slot) continue;
        run += row_of(n)[c];
        if (++count % 64 != 0) continue;
        sum += run;
        run = 0;
      }
      sum += run;
    }
  return sums;
}

}  // namespace

TEST_CASE("many places that name a row are added up in their order, to the bit", "[gpu][scatter]") {
  constexpr int64_t kColumns = 33, kSlots = 700;
  for (const Device& device : gpus())
    for (const int64_t N : {0, 1, 64, 65, 511, 512, 513, 1600, 5000}) {
      CAPTURE(device.description, N);
      // The last two: one slot alone, and two of which one ends and one begins among the same 64 keys.
      std::vector<int32_t> slots = random_slots(N, kSlots, static_cast<uint64_t>(N) + 1);
      if (N == 1600) std::fill(slots.begin(), slots.end(), 5);
      if (N == 5000) std::fill(std::fill_n(slots.begin(), 130, 3), slots.end(), 7);
      const Tensor dy = random_tensor({N, kColumns}, 2, DType::kFloat32);
      const Tensor expected = sums_of_runs(slots, kSlots, kColumns,
                                           [&](size_t n) { return dy.data<float>() + n * size_t{kColumns}; });
      auto up = [&](const Tensor& t) { return on_device(device, t, *device.memory); };
      const Tensor rows = up(poisoned({kSlots, kColumns}, DType::kFloat32));
      device.kernels->gather.scatter_add(device, up(dy), up(Tensor::of<int32_t>({N}, slots)), rows);
      CHECK(identical(on_host(device, rows), expected));
    }
}

TEST_CASE("many pieces of bags are added up in the order of their bags", "[gpu][scatter]") {
  constexpr int64_t kColumns = 5, kSlots = 40;
  std::vector<int32_t> lengths(900);
  for (size_t n = 0; n < lengths.size(); ++n) lengths[n] = static_cast<int32_t>(n % 5);
  const Spans bags = Spans::packed(lengths);
  const std::vector<int32_t> slots = random_slots(bags.rows(), kSlots, 3);
  const Tensor dy = random_tensor({900, kColumns}, 4, DType::kFloat32);
  std::vector<size_t> bag_of;
  for (size_t n = 0; n < bags.B(); ++n) bag_of.insert(bag_of.end(), static_cast<size_t>(bags.length[n]), n);
  const Tensor expected = sums_of_runs(
      slots, kSlots, kColumns, [&](size_t i) { return dy.data<float>() + bag_of[i] * size_t{kColumns}; });
  for (const Device& device : gpus()) {
    CAPTURE(device.description);
    auto up = [&](const Tensor& t) { return on_device(device, t, *device.memory); };
    const Tensor rows = up(poisoned({kSlots, kColumns}, DType::kFloat32));
    device.kernels->gather.bag_scatter_add(device, up(dy), up(Tensor::of<int32_t>({bags.rows()}, slots)),
                                           bags, false, rows);
    CHECK(identical(on_host(device, rows), expected));
  }
}

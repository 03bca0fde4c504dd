#include "engine/tensor/pool.h"

#include <deque>

#include "engine/base/random.h"
#include "tests/engine/catch.h"

using namespace heed;

namespace {

Tensor numbers(int64_t count, Pool& pool) {
  return Tensor({count}, DType::kFloat32, pool);
}

}  // namespace

TEST_CASE("ranges that are let go of become one again", "[pool]") {
  Pool pool(heap(), 4096);
  void* first = nullptr;
  {
    const Tensor a = numbers(300, pool);
    first = a.raw();
    Tensor b = numbers(300, pool), c = numbers(300, pool);
    CHECK(pool.bytes() == 4096);
    CHECK(pool.in_use() == 3 * 1216);
    b = {};
    CHECK(pool.in_use() == 2 * 1216);
    CHECK(numbers(200, pool).raw() > first);  // in the gap or behind it
    c = {};
  }
  CHECK(pool.in_use() == 0);
  CHECK(numbers(1024, pool).raw() == first);
  CHECK(pool.bytes() == 4096);
}

TEST_CASE("the smallest gap that fits is taken", "[pool]") {
  Pool pool(heap(), 8192);
  Tensor large = numbers(512, pool);
  const Tensor wall = numbers(16, pool);
  Tensor small = numbers(128, pool);
  const Tensor end = numbers(16, pool);
  void* const gap = small.raw();
  small = {};
  large = {};
  CHECK(numbers(100, pool).raw() == gap);
}

TEST_CASE("what is larger than a block has one of its own, and unused ones go back", "[pool]") {
  Pool pool(heap(), 4096);
  const Tensor kept = numbers(16, pool);
  { const Tensor large = numbers(4096, pool); }
  CHECK(pool.bytes() == 4096 + 16384);
  pool.trim();
  CHECK(pool.bytes() == 4096);
  CHECK(numbers(2048, pool).defined());
}

TEST_CASE("tensors of any size come and go, and none overlaps another", "[pool]") {
  Pool pool(heap(), 1 << 14);
  Random random(3);
  std::deque<std::pair<Tensor, float>> held;
  float number = 0;
  for (int step = 0; step < 4000; ++step) {
    if (held.size() > 30 || (!held.empty() && random.below(2) == 0)) {
      const auto at = held.begin() + static_cast<std::ptrdiff_t>(random.below(held.size()));
      const auto& [tensor, value] = *at;
      bool whole = true;
      for (int64_t i = 0; i < tensor.count(); ++i) whole = whole && tensor.data<float>()[i] == value;
      REQUIRE(whole);
      held.erase(at);
    }
    Tensor tensor = numbers(static_cast<int64_t>(random.below(3000)), pool);
    REQUIRE(reinterpret_cast<uintptr_t>(tensor.raw()) % 64 == 0);
    number += 1;
    std::fill_n(tensor.data<float>(), tensor.count(), number);
    held.emplace_back(tensor, number);
  }
  CHECK(pool.bytes() < 2 * 31 * 3000 * sizeof(float));
  held.clear();
  CHECK(pool.in_use() == 0);
  pool.trim();
  CHECK(pool.bytes() == 0);
}

TEST_CASE("a tensor may outlive the pool it came from", "[pool]") {
  Tensor kept;
  {
    Pool pool;
    kept = Tensor::zeros({10}, DType::kFloat32, pool);
  }
  CHECK(kept.values<float>() == std::vector<float>(10, 0.f));
}

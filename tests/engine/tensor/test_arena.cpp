#include "engine/tensor/arena.h"

#include "tests/engine/catch.h"
#include "tests/engine/tensor/numbers.h"

using namespace heed;

TEST_CASE("an arena hands out memory that does not overlap", "[arena]") {
  Arena arena(heap(), 1024);
  std::vector<Tensor> tensors;
  for (int64_t i = 0; i < 60; ++i) {
    tensors.emplace_back(Shape{i * 3}, DType::kInt32, arena);
    CHECK(reinterpret_cast<uintptr_t>(tensors.back().raw()) % 64 == 0);
    for (int64_t n = 0; n < i * 3; ++n) tensors.back().data<int32_t>()[n] = static_cast<int32_t>(i);
  }
  for (int64_t i = 0; i < 60; ++i)
    CHECK(tensors[static_cast<size_t>(i)].values<int32_t>() ==
          std::vector<int32_t>(static_cast<size_t>(i * 3), static_cast<int32_t>(i)));
}

TEST_CASE("an arena uses the same memory again after reset", "[arena]") {
  Arena arena(heap(), 4096);
  void* first = Tensor({10}, DType::kFloat32, arena).raw();
  void* large = Tensor({5000}, DType::kFloat32, arena).raw();  // a block of its own
  const size_t held = arena.bytes();
  for (int call = 0; call < 3; ++call) {
    arena.reset();
    CHECK(Tensor({10}, DType::kFloat32, arena).raw() == first);
    CHECK(Tensor({5000}, DType::kFloat32, arena).raw() == large);
    CHECK(arena.bytes() == held);
  }
}

TEST_CASE("a tensor that outlives reset keeps its numbers", "[arena]") {
  Tensor kept;
  {
    Arena arena(heap(), 1024);
    kept = Tensor::of<float>({3}, {1, 2, 3}, arena);
    for (int call = 0; call < 5; ++call) {
      arena.reset();
      const Tensor other({50}, DType::kFloat32, arena);
      std::memset(other.raw(), 0xff, other.bytes());
    }
    CHECK(kept.values<float>() == std::vector<float>{1, 2, 3});
  }
  CHECK(kept.values<float>() == std::vector<float>{1, 2, 3});
}

TEST_CASE("an arena under random use", "[arena]") {
  Random random(5);
  Arena arena(heap(), 2048);
  std::vector<std::pair<Tensor, int32_t>> kept;
  for (int32_t call = 0; call < 300; ++call) {
    const auto count = static_cast<int64_t>(random.below(1500));
    const Tensor tensor({count}, DType::kInt32, arena);
    for (int64_t n = 0; n < count; ++n) tensor.data<int32_t>()[n] = call;
    if (random.below(4) == 0) kept.emplace_back(tensor, call);
    if (random.below(10) == 0) arena.reset();
    if (kept.size() > 12) kept.erase(kept.begin());
    for (const auto& [old, value] : kept)
      for (int64_t n = 0; n < old.count(); ++n)
        if (old.data<int32_t>()[n] != value) FAIL("a kept tensor was overwritten");
  }
}

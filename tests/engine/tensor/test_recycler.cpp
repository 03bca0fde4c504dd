#include "engine/tensor/recycler.h"

#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("memory that was let go of is handed out again", "[recycler]") {
  Recycler recycler;
  void* first = nullptr;
  {
    const Tensor tensor({1000}, DType::kFloat32, recycler);
    first = tensor.raw();
    const Tensor other({1000}, DType::kFloat32, recycler);
    CHECK(other.raw() != first);
    CHECK(recycler.free_bytes() == 0);
  }
  CHECK(recycler.free_bytes() == 8000);
  const Tensor again({900}, DType::kFloat32, recycler), more({900}, DType::kFloat32, recycler);
  CHECK((again.raw() == first || more.raw() == first));
  CHECK(recycler.free_bytes() == 0);
}

TEST_CASE("a small tensor does not sit on a large block", "[recycler]") {
  Recycler recycler;
  { const Tensor large({1 << 20}, DType::kFloat32, recycler); }
  const Tensor small({16}, DType::kFloat32, recycler);
  CHECK(recycler.free_bytes() == size_t{4} << 20);
  recycler.trim();
  CHECK(recycler.free_bytes() == 0);
}

TEST_CASE("a tensor may outlive the recycler it came from", "[recycler]") {
  Tensor kept;
  {
    Recycler recycler;
    kept = Tensor::zeros({10}, DType::kFloat32, recycler);
  }
  CHECK(kept.values<float>() == std::vector<float>(10, 0.f));
}

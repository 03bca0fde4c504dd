#include "engine/base/mt19937.h"

#include <cmath>

#include "engine/format/safetensors.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"

using namespace heed;

namespace {

// Made by PyTorch 1.13 after torch.manual_seed(42), each entry with a fresh seed but for randn12_a, _b, _c.
const std::map<std::string, Tensor>& reference() {
  static const auto tensors = read_safetensors_file(test::fixture_path("torch_rng.safetensors")).tensors;
  return tensors;
}

void check_close(const std::vector<float>& actual, const std::string& name) {
  std::vector<float> expected = reference().at(name).values<float>();
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < actual.size(); ++i)
    CHECK(actual[i] == Approx(expected[i]).epsilon(1e-6).margin(1e-7));
}

}  // namespace

TEST_CASE("fewer than 16 normal numbers, the second of a pair kept between calls", "[torch]") {
  TorchRandom random(42);
  check_close(random.randn(12), "randn12_a");
  check_close(random.randn(12), "randn12_b");
  check_close(random.randn(12), "randn12_c");
}

TEST_CASE("16 normal numbers and more", "[torch]") {
  check_close(TorchRandom(42).randn(40), "randn40");
}

TEST_CASE("uniform numbers, permutations and raw bits are equal to the last bit", "[torch]") {
  CHECK(TorchRandom(42).rand(10) == reference().at("rand10").values<float>());
  CHECK(TorchRandom(42).randperm(10) == reference().at("randperm10").values<int64_t>());
  std::vector<float> scaled = TorchRandom(42).uniform(10, -2, 2);
  for (size_t i = 0; i < 10; ++i) CHECK(scaled[i] == reference().at("rand10").values<float>()[i] * 4 - 2);
  TorchRandom random(42);
  for (int64_t expected : reference().at("mt19937_u32").values<int64_t>()) CHECK(random.bits() == expected);
}

#include "engine/format/half.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/base/random.h"
#include "tests/engine/catch.h"

using namespace heed;

namespace {

// The definition of IEEE 754, in double.
double half_by_definition(int bits) {
  int exponent = bits >> 10 & 31;
  int fraction = bits & 1023;
  double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 != 0 ? -magnitude : magnitude;
}

}  // namespace

TEST_CASE("every float16 widens exactly and comes back", "[half]") {
  int wrong = 0;
  for (int bits = 0; bits < 65536; ++bits) {
    auto half = static_cast<uint16_t>(bits);
    float wide = half_to_float(half);
    if ((bits >> 10 & 31) != 31)
      wrong += static_cast<double>(wide) == half_by_definition(bits) ? 0 : 1;
    else if ((bits & 1023) == 0)
      wrong += std::isinf(wide) && std::signbit(wide) == (bits >> 15 != 0) ? 0 : 1;
    else
      wrong += std::isnan(wide) ? 0 : 1;
    uint16_t back = float_to_half(wide);
    wrong += back == half || (std::isnan(wide) && std::isnan(half_to_float(back))) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("every bfloat16 comes back", "[half]") {
  int wrong = 0;
  for (int bits = 0; bits < 65536; ++bits) {
    float wide = bfloat16_to_float(static_cast<uint16_t>(bits));
    uint16_t back = float_to_bfloat16(wide);
    wrong += back == bits || (std::isnan(wide) && std::isnan(bfloat16_to_float(back))) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("narrowing takes the nearest, ties to even", "[half]") {
  CHECK(float_to_half(1 + 0x1p-11f) == 0x3c00);  // between 1 and 1 + 2^-10: to the even 1
  CHECK(float_to_half(1 + 0x1.8p-10f) == 0x3c02);
  CHECK(float_to_half(0x1.002002p0f) == 0x3c01);
  CHECK(float_to_half(65519.996f) == 0x7bff);
  CHECK(float_to_half(65520) == 0x7c00);
  CHECK(float_to_half(-1e30f) == 0xfc00);
  CHECK(float_to_half(0x1p-25f) == 0);  // half of the smallest denormal: to the even 0
  CHECK(float_to_half(0x1.000002p-25f) == 1);
  CHECK(float_to_half(0x1.ff8p-15f) == 0x3ff);  // the largest denormal
  CHECK(float_to_half(0x1.fffp-15f) == 0x400);  // rounds up to the smallest normal
  CHECK(float_to_half(-0.0f) == 0x8000);
  CHECK(float_to_bfloat16(1 + 0x1p-8f) == 0x3f80);
  CHECK(float_to_bfloat16(1 + 0x1.8p-7f) == 0x3f82);
  CHECK(float_to_bfloat16(std::numeric_limits<float>::max()) == 0x7f80);
  uint32_t bits = 0x7f800001;  // a NaN whose upper half alone would be infinity
  float nan = 0;
  std::memcpy(&nan, &bits, sizeof nan);
  CHECK(std::isnan(bfloat16_to_float(float_to_bfloat16(nan))));
}

TEST_CASE("no neighbour is nearer than the one that is chosen", "[half]") {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    auto x =
        static_cast<float>(std::ldexp(random.uniform() * 2 - 1, static_cast<int>(random.below(42)) - 26));
    uint16_t half = float_to_half(x);
    if ((half & 0x7fff) >= 0x7c00) continue;
    double error = std::abs(half_by_definition(half) - static_cast<double>(x));
    bool nearest = true;
    for (int neighbour : {half - 1, half + 1})
      if ((neighbour & 0x8000) == (half & 0x8000) && (neighbour & 0x7fff) < 0x7c00)
        nearest = nearest && error <= std::abs(half_by_definition(neighbour) - static_cast<double>(x));
    CHECK(nearest);
  }
}

TEST_CASE("tensors are widened and narrowed", "[half]") {
  Tensor wide = Tensor::of<float>({2, 2}, {1, -2.5f, 0.1f, 65504});
  for (DType type : {DType::kFloat16, DType::kBFloat16}) {
    Tensor small = narrow(wide, type);
    CHECK(small.dtype() == type);
    CHECK(small.shape() == wide.shape());
    std::vector<float> back = widen(small).values<float>();
    for (size_t i = 0; i < 4; ++i) CHECK(back[i] == Approx(wide.values<float>()[i]).epsilon(0x1p-8));
  }
  CHECK(widen(Tensor::of<double>({1}, {0.5})).values<float>() == std::vector<float>{0.5f});
  CHECK(widen(wide).raw() == wide.raw());
  CHECK_THROWS_AS(narrow(wide, DType::kInt8), Error);
}

#include "engine/format/quantise.h"

#include <cmath>
#include <limits>

#include "engine/base/random.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;

TEST_CASE("each element is within half a step of what it was", "[quantise]") {
  Random random(4);
  for (int round = 0; round < 50; ++round) {
    int64_t rows = static_cast<int64_t>(random.below(6));
    int64_t columns = static_cast<int64_t>(random.below(40)) + 1;
    Tensor tensor({rows, columns}, DType::kFloat32);
    for (int64_t i = 0; i < tensor.count(); ++i)
      tensor.data<float>()[i] =
          static_cast<float>(std::ldexp(random.normal(), static_cast<int>(random.below(20)) - 10));
    Quantised quantised = quantise(tensor, "w");
    Tensor back = dequantise(quantised, "w");
    CHECK(back.shape() == tensor.shape());
    for (int64_t i = 0; i < tensor.count(); ++i) {
      float scale = quantised.scale.data<float>()[i / columns];
      CHECK(std::abs(back.data<float>()[i] - tensor.data<float>()[i]) <= 0.5001f * scale);
    }
  }
}

TEST_CASE("rows have their own scale; zeros and denormals are safe", "[quantise]") {
  Quantised quantised = quantise(Tensor::of<float>({4, 2}, {127, -1, 0.254f, 0, 0, 0, 1e-45f, -3e-44f}), "w");
  CHECK(quantised.scale.values<float>()[0] == 1);
  CHECK(quantised.values.values<int8_t>()[1] == -1);
  CHECK(quantised.values.values<int8_t>()[2] == 127);
  CHECK(quantised.scale.values<float>()[2] == 0);
  CHECK(dequantise(quantised, "w").values<float>()[4] == 0);
  for (float value : dequantise(quantised, "w").values<float>()) CHECK(std::isfinite(value));
}

TEST_CASE("columns of different size keep their own scale", "[quantise]") {
  Random random(6);
  Tensor tensor({300, 4}, DType::kFloat32);
  const double sizes[] = {1, 100, 0, 1e-4};
  for (int64_t i = 0; i < tensor.count(); ++i)
    tensor.data<float>()[i] = static_cast<float>(random.normal() * sizes[i % 4]);
  const Quantised quantised = quantise_columns(tensor, "w");
  CHECK(quantised.scale.shape() == Shape{4});
  const Tensor back = dequantise(quantised, "w");
  float largest[4] = {};
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const float x = tensor.data<float>()[i], scale = quantised.scale.data<float>()[i % 4];
    CHECK(std::abs(back.data<float>()[i] - x) <= 0.5001f * scale);
    largest[i % 4] = std::max(largest[i % 4], std::abs(x));
  }
  for (int64_t c = 0; c < 4; ++c)
    CHECK(quantised.scale.data<float>()[c] == Approx(largest[c] / 127).margin(1e-12));
  CHECK(contains(message_of([] {
                   quantise_columns(Tensor::zeros({3, 3}, DType::kFloat32), "w");
                 }),
                 "[w] is [3, 3]: expected more rows than columns"));
}

TEST_CASE("what is not finite is named", "[quantise]") {
  for (float bad : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    std::string message = message_of([&] {
      quantise(Tensor::of<float>({1, 3}, {0, 0, bad}), "layer.weight");
    });
    CHECK(contains(message, "[layer.weight] of shape [1, 3] holds "));
    CHECK(contains(message, "at element 2"));
  }
}

TEST_CASE("scales of another shape are refused", "[quantise]") {
  Tensor values = Tensor::zeros({2, 3}, DType::kInt8);
  CHECK(message_of([&] {
          dequantise({values, Tensor::zeros({4}, DType::kFloat32)}, "w");
        }) == "[w.scale] is F32 [4], expected F32 [2] for the rows of [2, 3], or [3] for its columns.");
  CHECK_THROWS_AS(dequantise({values, Tensor::zeros({2}, DType::kInt32)}, "w"), Error);
}

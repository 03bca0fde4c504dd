#include "engine/nn/parameters.h"

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/numbers.h"

using namespace heed;
using namespace heed::test;

namespace {

Parameters example(uint64_t seed, DType dtype = DType::kFloat32) {
  Parameters parameters(seed, dtype);
  parameters.add("embedding.weight", {50, 8}, Init::kNormal);
  parameters.add("out.weight", {40, 8}, Init::kUniform);
  parameters.add("out.bias", {40}, Init::kUniform, 8);
  parameters.add("norm.weight", {8}, Init::kOnes);
  parameters.add("norm.bias", {8}, Init::kZeros);
  return parameters;
}

std::map<std::string, Tensor> values_of(const Parameters& parameters) {
  std::map<std::string, Tensor> values;
  for (const auto& [name, value] : parameters.values()) values[name] = value.clone();
  return values;
}

}  // namespace

TEST_CASE("initial values follow from the seed, in either number type", "[parameters]") {
  const auto first = values_of(example(7)), again = values_of(example(7)), other = values_of(example(8));
  const auto wide = values_of(example(7, DType::kFloat64));
  for (const auto& [name, value] : first) {
    CAPTURE(name);
    CHECK(identical(value, again.at(name)));
    CHECK(identical(value, wide.at(name).to(DType::kFloat32)));
  }
  CHECK_FALSE(identical(first.at("out.weight"), other.at("out.weight")));
}

TEST_CASE("initial values have the distribution asked for", "[parameters]") {
  const auto values = values_of(example(7));
  double sum = 0, squares = 0;
  const Tensor& normal = values.at("embedding.weight");
  for (int64_t i = 0; i < normal.count(); ++i) {
    sum += element(normal, i);
    squares += element(normal, i) * element(normal, i);
  }
  CHECK(sum / 400 == Approx(0).margin(0.2));
  CHECK(squares / 400 == Approx(1).margin(0.28));
  for (const char* name : {"out.weight", "out.bias"}) {
    CHECK(largest(values.at(name)) <= 1 / std::sqrt(8.0));
    CHECK(largest(values.at(name)) >= 0.8 / std::sqrt(8.0));
  }
  CHECK(identical(values.at("norm.weight"), filled({8}, DType::kFloat32, 1)));
  CHECK(identical(values.at("norm.bias"), filled({8}, DType::kFloat32, 0)));
}

TEST_CASE("a normal distribution that is cut off is drawn again beyond its bound", "[parameters]") {
  Parameters parameters(3);
  const Tensor cut = parameters.add("cut", {200, 50}, {Init::kTruncated, 1.5, 0.1}).value();
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < cut.count(); ++i) {
    sum += element(cut, i);
    squares += element(cut, i) * element(cut, i);
  }
  CHECK(largest(cut) <= 0.15);
  CHECK(largest(cut) > 0.149);
  CHECK(sum / 10000 == Approx(0).margin(0.003));
  // 1 - 2 b φ(b) / (2 Φ(b) - 1) for b = 1.5
  CHECK(squares / 10000 == Approx(0.01 * 0.5516).epsilon(0.04));
}

TEST_CASE("parameters are found by name and counted", "[parameters]") {
  const Parameters parameters = example(1);
  CHECK(parameters.count() == 50 * 8 + 40 * 8 + 40 + 8 + 8);
  CHECK(parameters.find("out.bias").shape() == Shape{40});
  CHECK(parameters.find("out.bias").requires_grad());
  CHECK(message_of([&] { (void)parameters.find("out"); }) == "[parameters] no tensor is called out.");
  CHECK(message_of([] {
          Parameters twice(1);
          twice.add("a", {1}, Init::kZeros);
          twice.add("a", {1}, Init::kZeros);
        }) == "[parameters] two tensors are called a.");
}

TEST_CASE("loading takes values of either number type and copies them", "[parameters]") {
  Parameters parameters = example(1);
  auto values = values_of(example(2));
  values["out.bias"] = values["out.bias"].to(DType::kFloat64);
  parameters.load(values, "model.safetensors");
  const auto want = values_of(example(2));
  for (const auto& [name, value] : parameters.values()) CHECK(identical(value, want.at(name)));
  set_element(values["out.weight"], 0, 99);
  CHECK(identical(parameters.find("out.weight").value(), want.at("out.weight")));
}

TEST_CASE("loading names the tensor that is wrong, and changes nothing", "[parameters]") {
  Parameters parameters = example(1);
  const auto before = values_of(parameters), good = values_of(example(2));
  auto complaint = [&](const std::string& name, const Tensor& value) {
    auto values = good;
    values[name] = value;
    if (!value.defined()) values.erase(name);
    return message_of([&] { parameters.load(values, "m"); });
  };
  CHECK(contains(complaint("out.bias", {}), "[m] the tensor out.bias is missing"));
  CHECK(contains(complaint("out.bias", filled({41}, DType::kFloat32, 0)), "[m] out.bias is [41]"));
  CHECK(contains(complaint("out.gate", filled({1}, DType::kFloat32, 0)),
                 "[m] the tensor out.gate belongs to no"));
  CHECK(complaint("out.weight", Tensor::zeros({40, 8}, DType::kInt32)) ==
        "[m] out.weight holds I32: expected F32 or F64.");
  for (const auto& [name, value] : parameters.values()) CHECK(identical(value, before.at(name)));
}

TEST_CASE("weights that were packed are forgotten when others are loaded", "[parameters]") {
  Parameters parameters = example(1);
  const Device device = cpu::device();
  parameters.pack(device);
  CHECK(parameters.find("out.weight").node().packed.defined());
  CHECK_FALSE(parameters.find("out.bias").node().packed.defined());
  parameters.load(values_of(example(2)), "m");
  CHECK_FALSE(parameters.find("out.weight").node().packed.defined());
}

TEST_CASE("clearing gradients clears whole ones and rows", "[parameters]") {
  const Parameters parameters = example(1);
  parameters.find("out.bias").node().grad = filled({40}, DType::kFloat32, 1);
  parameters.find("embedding.weight").node().sparse_grad = {{1}, filled({1, 8}, DType::kFloat32, 1)};
  parameters.clear_grads();
  CHECK_FALSE(parameters.find("out.bias").grad().defined());
  CHECK_FALSE(parameters.find("embedding.weight").node().sparse_grad.defined());
}

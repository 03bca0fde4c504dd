// LAMB and Muon, whose steps look at a whole weight: against the reference, on every device.
#include <cmath>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/optim/lamb.h"
#include "engine/optim/optimizer.h"
#include "tests/engine/kernels/devices.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

std::vector<Device> all_devices() {
  std::vector<Device> all = gpus();
  all.insert(all.begin(), cpu::device());
  return all;
}

// Three weights of the reference's values, by `names`.
Parameters weights_of(const Oracle& oracle, const std::vector<std::string>& names) {
  Parameters parameters(std::nullopt);
  std::map<std::string, Tensor> values;
  for (size_t i = 0; i < names.size(); ++i) {
    values[names[i]] = oracle["p" + std::to_string(i) + ".init"];
    parameters.add(names[i], values[names[i]].shape(), Init::kZeros);
  }
  parameters.load(values, "oracle");
  return parameters;
}

void check_steps(const Device& device, const Oracle& oracle, const std::vector<std::string>& names,
                 const OptimizerOptions& options, double rate, const std::string& wanted, double tolerance) {
  Parameters parameters = weights_of(oracle, names);
  parameters.move_to(device);
  Optimizer optimizer(parameters, device, options);
  for (int step = 1; step <= 3; ++step) {
    const std::string suffix = ".step" + std::to_string(step);
    for (size_t i = 0; i < names.size(); ++i)
      parameters.all()[i].node().grad =
          on_device(device, oracle["g" + std::to_string(i) + suffix], *device.memory);
    optimizer.step(rate);
    for (size_t i = 0; i < names.size(); ++i) {
      CAPTURE(device.description, step, i);
      CHECK(relative_difference(on_host(device, parameters.all()[i].value()),
                                oracle[wanted + std::to_string(i) + suffix]) <= tolerance);
    }
  }
}

OptimizerOptions lamb() {
  OptimizerOptions options;
  options.name = "lamb";
  options.epsilon = 1e-6;
  options.weight_decay = 0.01;
  return options;
}

OptimizerOptions muon(const char* scale = "shape") {
  OptimizerOptions options;
  options.name = "muon";
  options.weight_decay = 0.1;
  options.muon.scale = scale;
  return options;
}

const std::vector<std::string> kHidden{"encoder.0.a.weight", "encoder.0.b.weight", "encoder.1.a.weight"};

}  // namespace

TEST_CASE("LAMB takes the reference's steps", "[oracle][optim][gpu]") {
  for (const Device& device : all_devices())
    check_steps(device, Oracle("lamb"), {"p0", "p1", "p2"}, lamb(), 0.01, "p", 1e-5);
}

TEST_CASE("Muon takes the reference's steps", "[oracle][optim][gpu]") {
  for (const Device& device : all_devices()) {
    check_steps(device, Oracle("muon"), kHidden, muon(), 0.02, "p", 2e-5);
    check_steps(device, Oracle("muon"), kHidden, muon("rms"), 0.02, "rms.p", 2e-5);
  }
}

TEST_CASE("Newton-Schulz steps make a gradient as orthogonal as the reference's", "[oracle][optim]") {
  const Device device = cpu::device();
  const Oracle oracle("muon");
  for (const char* i : {"0", "1", "2"}) {
    const Tensor made = orthogonal(device, *device.memory, oracle[std::string("g") + i + ".step1"]);
    CHECK(relative_difference(made, oracle[std::string("plain") + i]) <= 1e-4);
  }
  const Tensor none = orthogonal(device, *device.memory, Tensor::zeros({3, 2}, DType::kFloat32));
  CHECK(none.values<float>() == std::vector<float>(6, 0.0f));
}

TEST_CASE("Beside Muon's matrices AdamW moves what is none of a layer's", "[optim]") {
  const Device device = cpu::device();
  const std::vector<std::string> names{"embeddings.words.weight", "encoder.0.norm.weight",
                                       "classifier.weight", "encoder.0.query.weight"};
  auto made = [&] {
    Parameters parameters(uint64_t{4});
    for (const std::string& name : names)
      parameters.add(name, name.find("norm") == std::string::npos ? Shape{5, 4} : Shape{4}, Init::kNormal);
    return parameters;
  };
  OptimizerOptions beside = muon(), alone;
  beside.muon.adamw_rate = 0.5;
  alone.name = "adamw";
  alone.weight_decay = 0.1;
  const Parameters first = made(), second = made();
  Optimizer with_muon(first, device, beside), adamw(second, device, alone);
  for (int step = 0; step < 3; ++step) {
    for (size_t i = 0; i < names.size(); ++i)
      for (const Parameters* parameters : {&first, &second})
        parameters->all()[i].node().grad = random_tensor(
            parameters->all()[i].shape(), 10 * static_cast<uint64_t>(step) + i, DType::kFloat32);
    with_muon.step(0.02);
    adamw.step(0.01);
  }
  for (size_t i = 0; i < 3; ++i) CHECK(identical(first.all()[i].value(), second.all()[i].value()));
  CHECK_FALSE(identical(first.all()[3].value(), second.all()[3].value()));
  CHECK(with_muon.state().count("v.encoder.0.query.weight") == 0);

  Parameters no_layers(uint64_t{1});
  no_layers.add("classifier.weight", {2, 2}, Init::kNormal);
  CHECK(
      contains(message_of([&] { Optimizer(no_layers, device, muon()); }), "of which this network has none"));
}

TEST_CASE("A table's gradient by rows is the same to LAMB as a whole one", "[optim]") {
  const Device device = cpu::device();
  const Tensor values = random_tensor({2, 3}, 5, DType::kFloat32);
  auto trained = [&](bool by_rows) {
    Parameters parameters(uint64_t{2});
    const Variable table = parameters.add("embeddings.words.weight", {6, 3}, Init::kNormal);
    OptimizerOptions options = lamb();
    options.average = 0.5;
    Optimizer optimizer(parameters, device, options);
    for (int32_t step = 0; step < 4; ++step) {
      const std::vector<int32_t> rows{step, step + 2};
      if (by_rows) {
        table.node().sparse_grad = {rows, values};
      } else {
        table.node().grad = Tensor::zeros({6, 3}, DType::kFloat32);
        for (int64_t i = 0; i < 6; ++i)
          table.node().grad.data<float>()[rows[static_cast<size_t>(i / 3)] * 3 + i % 3] =
              values.data<float>()[i];
      }
      optimizer.step(0.1, 0.7);
      parameters.clear_grads();
    }
    return std::pair(table.value().clone(), optimizer.averaged().begin()->second.clone());
  };
  const auto by_rows = trained(true), whole = trained(false);
  CHECK(identical(by_rows.first, whole.first));
  CHECK(identical(by_rows.second, whole.second));
}

TEST_CASE("LAMB adds what holds a group back to its gradient", "[optim]") {
  const Device device = cpu::device();
  const Tensor gradient = random_tensor({3, 4}, 7, DType::kFloat32),
               start = random_tensor({3, 4}, 8, DType::kFloat32);
  auto moved = [&](float l2, float clip, const Tensor& g) {
    UpdateStep adam;
    adam.rate = 10;  // the first step's
    adam.root_correction = 31.6f;
    adam.l2 = l2;
    const UpdateState state{start.clone(),
                            Tensor::zeros({3, 4}, DType::kFloat32),
                            Tensor::zeros({3, 4}, DType::kFloat32),
                            {},
                            {}};
    lamb_update(device, *device.memory, adam, 0.1, clip, g, state);
    return state.weight;
  };
  Tensor sum = gradient.clone();
  for (int64_t i = 0; i < sum.count(); ++i)
    sum.data<float>()[i] = 0.5f * gradient.data<float>()[i] + 0.25f * start.data<float>()[i];
  CHECK(relative_difference(moved(0.25f, 0.5f, gradient), moved(0, 1, sum)) <= 1e-6);
}

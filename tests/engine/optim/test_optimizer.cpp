// Every optimizer against PyTorch's, and the rows that are put off against rows that are not.
#include "engine/optim/optimizer.h"

#include <functional>

#include "engine/base/random.h"
#include "engine/format/safetensors.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/optim/clipping.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"

using namespace heed;

namespace {

double difference(const Tensor& a, const Tensor& b) {
  double worst = 0, largest = 0;
  for (int64_t i = 0; i < a.count(); ++i) {
    worst = std::max(
        worst, std::abs(static_cast<double>(a.data<float>()[i]) - static_cast<double>(b.data<float>()[i])));
    largest = std::max(largest, std::abs(static_cast<double>(b.data<float>()[i])));
  }
  return worst / largest;
}

struct Case {
  const char* file;
  OptimizerOptions options;
  double rate, clip;
};

OptimizerOptions with(const std::function<void(OptimizerOptions&)>& change) {
  OptimizerOptions options;
  change(options);
  return options;
}

}  // namespace

TEST_CASE("Optimizers take PyTorch's steps", "[oracle][optim]") {
  const Case cases[] = {
      {"opt_adam", {}, 1e-2, 0},
      {"opt_adam_clip1", {}, 1e-2, 1},
      {"opt_adam_l2", with([](auto& o) { o.weight_decay = 0.1, o.decay_vectors = true; }), 1e-2, 0},
      {"opt_adam_amsgrad", with([](auto& o) { o.amsgrad = true; }), 1e-2, 0},
      {"opt_adamw", with([](auto& o) { o.name = "adamw", o.weight_decay = 0.1, o.decay_vectors = true; }),
       1e-2, 0},
      {"opt_sgd", with([](auto& o) { o.name = "sgd"; }), 0.1, 0},
      {"opt_sgd_momentum",
       with([](auto& o) { o.name = "sgd", o.momentum = 0.9, o.weight_decay = 0.01, o.decay_vectors = true; }),
       0.1, 0},
      {"opt_sgd_nesterov", with([](auto& o) { o.name = "sgd", o.momentum = 0.9, o.nesterov = true; }), 0.1,
       0}};
  const Device device = cpu::device();
  for (const Case& c : cases) {
    INFO(c.file);
    const SafeTensors file = read_safetensors_file(test::fixture_path(std::string(c.file) + ".safetensors"));
    Parameters parameters(uint64_t{1});
    const Variable p0 = parameters.add("p0", {3, 4}, Init::kZeros),
                   p1 = parameters.add("p1", {4}, Init::kZeros);
    parameters.load({{"p0", file.tensors.at("p0.init")}, {"p1", file.tensors.at("p1.init")}}, c.file);
    Optimizer optimizer(parameters, device, c.options);
    for (int step = 1; step <= 5; ++step) {
      const std::string suffix = ".step" + std::to_string(step);
      p0.node().grad = file.tensors.at("g0" + suffix).clone();
      p1.node().grad = file.tensors.at("g1" + suffix).clone();
      const double norm = gradient_norm(parameters, device);
      if (c.clip > 0)
        CHECK(norm ==
              Approx(static_cast<double>(file.tensors.at("norm" + suffix).data<float>()[0])).epsilon(1e-6));
      optimizer.step(c.rate, clipping_factor(norm, c.clip));
      CHECK(difference(p0.value(), file.tensors.at("p0" + suffix)) <= 1e-5);
      CHECK(difference(p1.value(), file.tensors.at("p1" + suffix)) <= 1e-5);
    }
  }
}

namespace {

// A table of 20 rows of which each step touches three, trained once with gradients of rows and once whole.
Tensor train_table(bool sparse, const OptimizerOptions& options, std::map<std::string, Tensor>* average) {
  const Device device = cpu::device();
  Parameters parameters(uint64_t{3});
  const Variable table = parameters.add("table", {20, 8}, Init::kNormal);
  Optimizer optimizer(parameters, device, options);
  Random random(11);
  for (int step = 0; step < 40; ++step) {
    const auto first = static_cast<int32_t>(random.below(6));
    const std::vector<int32_t> rows{first, first + 5, first + 9};  // rows 15 to 19 never
    Tensor values({3, 8}, DType::kFloat32), whole = Tensor::zeros({20, 8}, DType::kFloat32);
    for (int64_t i = 0; i < 24; ++i) {
      values.data<float>()[i] = static_cast<float>(random.normal());
      whole.data<float>()[rows[static_cast<size_t>(i / 8)] * 8 + i % 8] = values.data<float>()[i];
    }
    if (sparse) {
      table.node().before_rows_are_read(rows);
      table.node().sparse_grad = {rows, values};
    } else {
      table.node().grad = whole;
    }
    optimizer.step(0.01 / (1 + step), 0.9);
    parameters.clear_grads();
  }
  optimizer.catch_up();
  if (average) *average = optimizer.averaged();
  return table.value().clone();
}

}  // namespace

TEST_CASE("Rows that are put off end where rows that are not do", "[optim]") {
  const OptimizerOptions all[] = {
      {},
      with([](auto& o) { o.average = 0.9; }),
      with([](auto& o) { o.name = "adamw", o.weight_decay = 0.1; }),
      with([](auto& o) { o.amsgrad = true; }),
      with([](auto& o) { o.name = "sgd", o.weight_decay = 0.1; }),
      with([](auto& o) { o.name = "sgd", o.momentum = 0.9, o.nesterov = true, o.average = 0.9; })};
  for (const OptimizerOptions& options : all) {
    CAPTURE(options.name, options.average, options.amsgrad, options.momentum);
    std::map<std::string, Tensor> sparse_average, whole_average;
    const Tensor sparse = train_table(true, options, &sparse_average),
                 whole = train_table(false, options, &whole_average);
    if (options.name == "adam" && options.average == 0 && !options.amsgrad)  // many steps are made as one
      CHECK(difference(sparse, whole) <= 1e-6);
    else
      CHECK(sparse.values<float>() == whole.values<float>());
    if (options.average > 0)
      CHECK(sparse_average.at("table").values<float>() == whole_average.at("table").values<float>());
  }
}

TEST_CASE("A table that is whole in some steps and rows in others ends where a whole one does", "[optim]") {
  const auto mixed = [](const std::vector<bool>& by_rows) {
    Parameters parameters(uint64_t{3});
    const Variable table = parameters.add("table", {6, 2}, Init::kNormal);
    Optimizer optimizer(parameters, cpu::device(), with([](auto& o) { o.average = 0.9; }));
    for (size_t t = 0; t < by_rows.size(); ++t) {
      const auto row = static_cast<int32_t>(t % 6);
      const Tensor values = Tensor::of<float>({1, 2}, {0.5f, -1.0f / static_cast<float>(t + 1)});
      if (by_rows[t]) {
        table.node().sparse_grad = {{row}, values};
      } else {
        table.node().grad = Tensor::zeros({6, 2}, DType::kFloat32);
        std::copy_n(values.data<float>(), 2, table.node().grad.data<float>() + 2 * row);
      }
      optimizer.step(0.01);
      parameters.clear_grads();
    }
    optimizer.catch_up();
    return table.value().values<float>();
  };
  const std::vector<float> whole = mixed(std::vector<bool>(8, false));
  CHECK(mixed({false, true, true, false, true, true, true, true}) == whole);
  CHECK(mixed({true, true, true, false, false, true, true, true}) == whole);
}

TEST_CASE("An optimizer goes on from its state with the same bits", "[optim]") {
  const Device device = cpu::device();
  for (const char* name : {"adam", "sgd"})
    for (bool extra : {false, true}) {
      OptimizerOptions options =
          with([&](auto& o) { o.name = name, o.amsgrad = extra, o.momentum = extra ? 0.9 : 0; });
      auto step = [&](Optimizer& optimizer, const Variable& w, int t) {
        w.node().grad = Tensor::of<float>({3}, {0.5f, static_cast<float>(t % 3) - 1, 1e-3f});
        optimizer.step(0.01);
      };
      Parameters first(uint64_t{5}), second(uint64_t{6});
      const Variable a = first.add("w", {3}, Init::kNormal), b = second.add("w", {3}, Init::kNormal);
      Optimizer whole(first, device, options);
      for (int t = 0; t < 6; ++t) step(whole, a, t);
      second.load(first.values(), "here");
      Optimizer resumed(second, device, options);
      resumed.load_state(whole.state(), whole.steps(), "here");
      for (int t = 6; t < 12; ++t) step(whole, a, t), step(resumed, b, t);
      CHECK(a.value().values<float>() == b.value().values<float>());
    }
}

TEST_CASE("A checkpoint of other weights is refused by name", "[optim]") {
  const Device device = cpu::device();
  Parameters parameters(uint64_t{1});
  parameters.add("w", {2, 2}, Init::kNormal);
  Optimizer optimizer(parameters, device, {});
  CHECK(test::contains(test::message_of([&] { optimizer.load_state({}, 3, "x.safetensors"); }),
                       "[x.safetensors] m.w"));
}

TEST_CASE("Settings of an optimizer are checked", "[optim]") {
  CHECK_THROWS_AS(with([](auto& o) { o.name = "lion"; }).validate("r"), UsageError);
  auto message = [](const std::function<void(OptimizerOptions&)>& change) {
    return test::message_of([&] { with(change).validate("r"); });
  };
  CHECK(test::contains(message([](auto& o) { o.momentum = 1; }), "\"momentum\" is 1"));
  CHECK(test::contains(message([](auto& o) { o.nesterov = true; }), "nesterov needs a momentum"));
  CHECK(test::contains(message([](auto& o) { o.weight_decay = -1; }), "\"weight_decay\" is -1"));
}

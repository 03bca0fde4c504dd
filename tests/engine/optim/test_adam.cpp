// Adam against PyTorch's, and the rows that are put off against rows that are not.
#include "engine/optim/adam.h"

#include "engine/base/random.h"
#include "engine/format/safetensors.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/optim/schedule.h"
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
  AdamOptions options;
  double clip;
};

}  // namespace

TEST_CASE("Adam takes PyTorch's steps", "[optim]") {
  AdamOptions l2, decoupled;
  l2.weight_decay = decoupled.weight_decay = 0.1;
  decoupled.decoupled = true;
  const Case cases[] = {
      {"opt_adam", {}, 0}, {"opt_adam_l2", l2, 0}, {"opt_adamw", decoupled, 0}, {"opt_adam_clip1", {}, 1}};
  const Device device = cpu::device();
  for (const Case& c : cases) {
    INFO(c.file);
    const SafeTensors file = read_safetensors_file(test::fixture_path(std::string(c.file) + ".safetensors"));
    Parameters parameters(uint64_t{1});
    const Variable p0 = parameters.add("p0", {3, 4}, Init::kZeros),
                   p1 = parameters.add("p1", {4}, Init::kZeros);
    parameters.load({{"p0", file.tensors.at("p0.init")}, {"p1", file.tensors.at("p1.init")}}, c.file);
    Adam adam(parameters, device, c.options);
    for (int step = 1; step <= 5; ++step) {
      const std::string suffix = ".step" + std::to_string(step);
      p0.node().grad = file.tensors.at("g0" + suffix).clone();
      p1.node().grad = file.tensors.at("g1" + suffix).clone();
      double factor = 1;
      if (c.clip > 0) {
        const double norm = Adam::gradient_norm(parameters, device);
        CHECK(norm ==
              Approx(static_cast<double>(file.tensors.at("norm" + suffix).data<float>()[0])).epsilon(1e-6));
        factor = std::min(1.0, c.clip / (norm + 1e-6));
      }
      adam.step(1e-2, factor);
      CHECK(difference(p0.value(), file.tensors.at("p0" + suffix)) <= 1e-5);
      CHECK(difference(p1.value(), file.tensors.at("p1" + suffix)) <= 1e-5);
    }
  }
}

namespace {

// A table of 20 rows of which each step touches three, trained once with gradients of rows and once whole.
Tensor train_table(bool sparse, const AdamOptions& options, std::map<std::string, Tensor>* average) {
  const Device device = cpu::device();
  Parameters parameters(uint64_t{3});
  const Variable table = parameters.add("table", {20, 8}, Init::kNormal);
  Adam adam(parameters, device, options);
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
    adam.step(0.01 / (1 + step), 0.9);
    parameters.clear_grads();
  }
  adam.catch_up();
  if (average) *average = adam.averaged();
  return table.value().clone();
}

}  // namespace

TEST_CASE("Rows that are put off end with the same bits as rows that are not", "[optim]") {
  AdamOptions plain, average, decay;
  average.average = 0.9;
  decay.weight_decay = 0.1;
  decay.decoupled = true;
  for (const AdamOptions& options : {plain, average, decay}) {
    std::map<std::string, Tensor> sparse_average, whole_average;
    const Tensor sparse = train_table(true, options, &sparse_average),
                 whole = train_table(false, options, &whole_average);
    CHECK(sparse.values<float>() == whole.values<float>());
    CHECK(sparse_average.at("table").values<float>() == whole_average.at("table").values<float>());
  }
}

TEST_CASE("A checkpoint of other weights is refused by name", "[optim]") {
  const Device device = cpu::device();
  Parameters parameters(uint64_t{1});
  parameters.add("w", {2, 2}, Init::kNormal);
  Adam adam(parameters, device, {});
  CHECK(test::contains(test::message_of([&] { adam.load_state({}, 3, "x.safetensors"); }),
                       "[x.safetensors] m.w"));
}

TEST_CASE("Schedules rise, fall and end", "[optim]") {
  const Schedule constant{"constant", 0, 10}, linear{"linear", 2, 10}, cosine{"cosine", 0, 10};
  CHECK(constant.factor(9) == 1);
  CHECK(linear.factor(0) == 0.5);
  CHECK(linear.factor(1) == 1);
  CHECK(linear.factor(6) == Approx(0.5));
  CHECK(linear.factor(10) == 0);
  CHECK(cosine.factor(5) == Approx(0.5));
  CHECK_THROWS_AS(Schedule({"sawtooth", 0, 1}).validate("recipe"), UsageError);
}

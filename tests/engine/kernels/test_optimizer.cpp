// Adam's kernels against the paper's equations in double, and row by row against the whole table.
#include "tests/engine/catch.h"
#include "tests/engine/kernels/instruction_sets.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kRate = 1e-2;

UpdateStep step_number(int t) {
  UpdateStep step;
  step.rate = static_cast<float>(kRate / (1 - std::pow(kBeta1, t)));
  step.root_correction = static_cast<float>(1 / std::sqrt(1 - std::pow(kBeta2, t)));
  return step;
}

UpdateState state_of(const Shape& shape) {
  const Tensor weight = random_tensor(shape, 1, DType::kFloat32);
  return {weight,
          Tensor::zeros(shape, DType::kFloat32),
          Tensor::zeros(shape, DType::kFloat32),
          {},
          weight.clone()};
}

}  // namespace

TEST_CASE("Adam: five steps as in the paper", "[kernels][optimizer]") {
  for (const std::string& name : instruction_sets())
    for (double decay : {0.0, 0.01}) {
      const Device device = device_with(name);
      const Shape shape{5, 7};
      const UpdateState state = state_of(shape);
      for (int64_t i = 0; i < shape.count(); ++i) {
        double theta = element(state.weight, i), m = 0, v = 0, average = theta;
        const UpdateState one = state_of({1});
        set_element(one.weight, 0, theta);
        set_element(one.average, 0, theta);
        for (int t = 1; t <= 5; ++t) {
          const Tensor gradient = random_tensor({1}, static_cast<uint64_t>(100 * i + t), DType::kFloat32);
          UpdateStep step = step_number(t);
          step.l2 = 0.1f;
          step.decay = static_cast<float>(decay);
          step.ema_keep = 0.8f;
          device.kernels->optimizer.update(device, step, 0.5f, gradient, one);
          const double g = 0.5 * element(gradient, 0) + 0.1 * theta;
          m = kBeta1 * m + (1 - kBeta1) * g;
          v = kBeta2 * v + (1 - kBeta2) * g * g;
          theta -= decay * theta + kRate * (m / (1 - std::pow(kBeta1, t))) /
                                       (std::sqrt(v / (1 - std::pow(kBeta2, t))) + 1e-8);
          average = 0.8 * average + 0.2 * theta;
        }
        CHECK(element(one.weight, 0) == Approx(theta).margin(1e-6));
        CHECK(element(one.average, 0) == Approx(average).margin(1e-6));
      }
    }
}

TEST_CASE("Adam: rows that wait and catch up end where the whole table does", "[kernels][optimizer]") {
  for (const std::string& name : instruction_sets()) {
    const Device device = device_with(name);
    const OptimizerKernels& kernels = device.kernels->optimizer;
    const Shape shape{4, 9};
    const int steps = 6;
    const UpdateState whole = state_of(shape), rows = state_of(shape);
    std::vector<UpdateStep> all;
    std::vector<int32_t> next(4, 0);  // the step that a row takes next
    for (int t = 0; t < steps; ++t) {
      UpdateStep step = step_number(t + 1);
      step.ema_keep = 0.8f;
      const int32_t row = t % 3;  // row 3 never has a gradient
      const Tensor gradient = Tensor::zeros(shape, DType::kFloat32);
      const Tensor of_row = random_tensor({1, 9}, static_cast<uint64_t>(t), DType::kFloat32);
      std::memcpy(gradient.rows(row, 1).raw(), of_row.raw(), of_row.bytes());
      kernels.update(device, step, 1, gradient, whole);
      kernels.catch_up(device, all, {row}, {next[static_cast<size_t>(row)]}, rows);
      kernels.update_rows(device, step, 1, {row}, of_row, rows);
      all.push_back(step);
      next[static_cast<size_t>(row)] = t + 1;
    }
    kernels.catch_up(device, all, {0, 1, 2, 3}, next, rows);
    CHECK(identical(rows.weight, whole.weight));
    CHECK(identical(rows.m, whole.m));
    CHECK(identical(rows.v, whole.v));
    CHECK(identical(rows.average, whole.average));
  }
}

TEST_CASE("Adam: many steps without a gradient, made as one", "[kernels][optimizer]") {
  for (const std::string& name : instruction_sets())
    for (int steps : {1, 7, 190, 900})
      for (float epsilon : {1e-8f, 1e-3f}) {  // far below √v, and like it
        CAPTURE(name, steps, epsilon);
        const Device device = device_with(name);
        const Shape shape{2, 19};
        const UpdateState one = state_of(shape), all = state_of(shape);
        for (int64_t i = 0; i < shape.count(); ++i) {
          const double m = element(one.weight, i) * 1e-2, v = 1e-6 + m * m * 0.3;
          for (const UpdateState* state : {&one, &all})
            set_element(state->m, i, m), set_element(state->v, i, v);
        }
        std::vector<UpdateStep> put_off;
        for (int t = 1; t <= steps; ++t) {
          UpdateStep step = step_number(t + 20);
          step.rate *= 1 + 0.5f * static_cast<float>(t % 7);  // as a schedule may have it
          step.epsilon = epsilon;
          put_off.push_back(step);
          device.kernels->optimizer.update(device, step, 1, Tensor::zeros(shape, DType::kFloat32),
                                           {all.weight, all.m, all.v, {}, {}});
        }
        device.kernels->optimizer.catch_up(device, put_off, {0, 1}, {0, 0},
                                           {one.weight, one.m, one.v, {}, {}});
        const Tensor start = state_of(shape).weight;
        for (int64_t i = 0; i < shape.count(); ++i) {
          const double moved = element(all.weight, i) - element(start, i);
          CHECK(element(one.weight, i) - element(start, i) ==
                Approx(moved).epsilon(epsilon > 1e-6f ? 1e-3 : 2e-5).margin(1e-6));
          CHECK(element(one.m, i) == Approx(element(all.m, i)).epsilon(1e-3).margin(1e-30));
          CHECK(element(one.v, i) == Approx(element(all.v, i)).epsilon(1e-3));
        }
      }
}

#include "engine/optim/muon.h"

#include <algorithm>
#include <cmath>

#include "engine/optim/weight_layers.h"

namespace heed {
namespace {

constexpr double kA = 3.4445, kB = -4.7750, kC = 2.0315, kEpsilon = 1e-7;
constexpr int kSteps = 5;

}  // namespace

bool is_hidden_matrix(const Node& parameter) {
  const Shape& shape = parameter.value.shape();
  const auto layer = layer_of(parameter.name);
  return shape.rank() == 2 && std::min(shape[0], shape[1]) > 1 && layer && *layer >= 0;
}

UpdateStep muon_step(const MuonOptions& options, double alpha, const Shape& shape) {
  const auto rows = static_cast<double>(shape[0]), columns = static_cast<double>(shape[1]);
  const double s = options.scale == "rms" ? 0.2 * std::sqrt(std::max(rows, columns))
                                          : std::sqrt(std::max(1.0, rows / columns));
  UpdateStep step;
  step.rule = UpdateRule::kNesterov;
  step.beta1 = static_cast<float>(options.momentum);
  step.rate = static_cast<float>(alpha * s);
  return step;
}

Tensor orthogonal(const Device& device, Allocator& memory, const Tensor& u) {
  const ElementwiseKernels& each = device.kernels->elementwise;
  const MatmulKernels& matmul = device.kernels->matmul;
  const bool tall = u.size(0) > u.size(1);
  const int64_t n = std::min(u.size(0), u.size(1));
  auto make = [&](const Shape& shape) { return Tensor(shape, DType::kFloat32, memory); };
  auto number = [&](double x) {
    Tensor tensor = make({1});
    each.fill(device, x, tensor);
    return tensor;
  };
  const double norm = std::sqrt(device.kernels->reduce.sum_of_squares(device, u));
  const Tensor a = number(kA), b = number(kB), c = number(kC), A = make({n, n}), S = make({n, n});
  Tensor X = make(u.shape()), next = make(u.shape());
  each.times(device, u, number(1 / (norm + kEpsilon)), X);
  for (int step = 0; step < kSteps; ++step) {
    // Both are symmetric. Of a tall matrix A = Xᵀ X is the smaller one: X (b A + c A A) is the same.
    if (tall)
      matmul.linear_dW(device, X, X, A, false);
    else
      matmul.linear(device, X, X, {}, {}, Activation::kNone, A);
    matmul.linear(device, A, A, {}, {}, Activation::kNone, S);
    each.times(device, S, c, S);
    each.times(device, A, b, A);
    each.accumulate(device, A, S, true);
    each.times(device, X, a, next);
    matmul.linear_dx(device, tall ? X : S, tall ? S : X, next, true);
    std::swap(X, next);
  }
  return X;
}

void muon_update(const Device& device, Allocator& scratch, const UpdateStep& step, float clip,
                 const Tensor& gradient, const UpdateState& state) {
  const OptimizerKernels& kernels = device.kernels->optimizer;
  // u is where Nesterov's momentum takes a weight that was zero, at rate -1.
  const Tensor u(state.weight.shape(), DType::kFloat32, scratch);
  device.kernels->elementwise.fill(device, 0, u);
  UpdateStep look = step;
  look.rate = -1;
  look.l2 = look.decay = 0;
  kernels.update(device, look, clip, gradient, {u, state.m, {}, {}, {}});
  UpdateStep move = step;
  move.rule = UpdateRule::kSgd;
  kernels.update(device, move, 1, orthogonal(device, scratch, u), {state.weight, {}, {}, {}, state.average});
}

}  // namespace heed

// The gradient of a whole classifier in float64, dropout on, against central differences in every weight.
#pragma once

#include <string>
#include <vector>

#include "engine/models/architecture.h"
#include "tests/engine/autograd/gradient_check.h"

namespace heed::test {

inline void check_model_gradients(const Network& model, const TextBatch& batch) {
  const std::vector<Variable>& parameters = model.parameters().all();
  std::vector<Tensor> weights;
  for (const Variable& parameter : parameters) weights.push_back(parameter.value().clone());
  const Op forward = [&](Context& ctx, const std::vector<Variable>& values) {
    for (size_t i = 0; i < values.size(); ++i) parameters[i].node().value = values[i].value();
    ctx.training = true;
    ctx.dropout = {3, 1, 0};
    return model.forward(ctx, batch);
  };
  Bench bench;
  const Variable y = forward(bench.ctx, variables_of(weights, weights.size()));
  bench.tape.backward(weighted_sum(bench.ctx, y, random_tensor(y.shape(), 9)));
  for (size_t i = 0; i < weights.size(); ++i) {
    const std::string& name = parameters[i].node().name;
    CAPTURE(name);
    if (!parameters[i].requires_grad()) continue;  // a constant
    const Tensor gradient = dense_gradient(parameters[i]).clone();
    if (name.find(".key.bias") != std::string::npos)  // zero by mathematics
      CHECK(largest(gradient) <= 1e-12);
    else
      CHECK(relative_difference(gradient, numeric_gradient(forward, weights, i, 9)) <= 1e-6);
  }
}

}  // namespace heed::test

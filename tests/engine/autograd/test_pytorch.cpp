// Ops in float32 against PyTorch's values and gradients.
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

TEST_CASE("PyTorch: activations", "[oracle]") {
  const Oracle oracle("activations");
  for (auto [name, f] :
       {std::pair{"gelu_erf", Activation::kGelu}, {"relu", Activation::kRelu}, {"tanh", Activation::kTanh}}) {
    CAPTURE(name);
    Bench bench;
    const Variable x(oracle["x"], true);
    const Variable y = activate(bench.ctx, f, x);
    CHECK(relative_difference(y.value(), oracle[name]) <= kForward);
    bench.tape.backward(weighted_sum(bench.ctx, y, filled(x.shape(), DType::kFloat32, 1)));
    CHECK(relative_difference(x.grad(), oracle[std::string("grad.") + name]) <= kGradient);
  }
}

TEST_CASE("PyTorch: embedding, repeated ids add up", "[oracle]") {
  const Oracle oracle("embedding");
  Bench bench;
  const Variable table(oracle["weight"], true);
  const Tensor ids = oracle.ids("ids");
  const Variable y = embedding(bench.ctx, table, ids);
  CHECK(identical(y.value().reshaped(oracle["output"].shape()), oracle["output"]));
  bench.tape.backward(weighted_sum(bench.ctx, y, oracle["grad_output"].reshaped(y.shape())));
  Tensor gradient = dense_gradient(table);
  // PyTorch leaves out the row of the padding, 1; here no sentence holds a padding.
  for (int64_t d = 0; d < gradient.size(1); ++d) set_element(gradient, gradient.size(1) + d, 0);
  CHECK(relative_difference(gradient, oracle["grad.weight"]) <= kGradient);
}

TEST_CASE("PyTorch: layer norm", "[oracle]") {
  const Oracle oracle("layernorm");
  Bench bench;
  const Variable x(oracle["x"], true), gamma(oracle["weight"], true), beta(oracle["bias"], true);
  const Variable y = layer_norm(bench.ctx, x, gamma, beta);
  CHECK(relative_difference(y.value(), oracle["output"]) <= kForward);
  bench.tape.backward(weighted_sum(bench.ctx, y, oracle["grad_output"]));
  CHECK(relative_difference(x.grad(), oracle["grad.x"]) <= kGradient);
  CHECK(relative_difference(gamma.grad(), oracle["grad.weight"]) <= kGradient);
  CHECK(relative_difference(beta.grad(), oracle["grad.bias"]) <= kGradient);
  CHECK(relative_difference(layer_norm(bench.ctx, x, gamma, beta, 1e-12).value(),
                            oracle["output_eps1e-12"]) <= kForward);
  CHECK(relative_difference(layer_norm(bench.ctx, Variable(oracle["const_row"]), gamma, beta).value(),
                            oracle["const_row_output"]) <= kForward);
}

namespace {

struct Loss {
  double value;
  Tensor gradient;
};

Tensor rows_of(const Tensor& x, const std::vector<int64_t>& which) {
  Tensor y(x.shape().rank() == 1 ? Shape{static_cast<int64_t>(which.size())}
                                 : Shape{static_cast<int64_t>(which.size()), x.size(1)},
           x.dtype());
  for (size_t n = 0; n < which.size(); ++n) {
    const Tensor row = x.rows(which[n], 1);
    std::memcpy(y.rows(static_cast<int64_t>(n), 1).raw(), row.raw(), row.bytes());
  }
  return y;
}

Loss loss_of_rows(const Tensor& logits, const Tensor& labels, const Tensor& weights, double smoothing) {
  Bench bench;
  const Variable x(logits, true);
  const Variable loss = cross_entropy(bench.ctx, x, labels, weights, smoothing);
  bench.tape.backward(loss);
  return {element(loss.value(), 0), x.grad()};
}

}  // namespace

TEST_CASE("PyTorch: cross-entropy, mean, sum and each row, with weights and smoothing", "[oracle]") {
  const Oracle oracle("cross_entropy");
  // Row 3 is ignored there (label -100); here such a row is left out.
  const std::vector<int64_t> kept{0, 1, 2, 4, 5};
  const Tensor labels = rows_of(oracle.ids("target"), kept);
  const Tensor logits = rows_of(oracle["logits"], kept);
  for (bool weighted : {false, true})
    for (double smoothing : {0.0, 0.1}) {
      std::string name = weighted ? "weight" : "plain";
      if (smoothing > 0) name = weighted ? "weight_smooth" : "smooth";
      CAPTURE(name);
      const Tensor weights = weighted ? oracle["weight"] : Tensor{};
      const Loss mean = loss_of_rows(logits, labels, weights, smoothing);
      CHECK(mean.value == Approx(element(oracle[name + ".mean"], 0)).epsilon(kForward));
      CHECK(relative_difference(mean.gradient, rows_of(oracle["grad." + name + ".mean"], kept)) <= kGradient);

      // The mean is the sum over the weights' sum; one row alone is its loss over its weight.
      double sum = 0;
      for (int64_t n = 0; n < labels.count(); ++n) {
        const double weight = weighted ? element(weights, labels.data<int32_t>()[n]) : 1;
        sum += weight;
        const Loss row = loss_of_rows(logits.rows(n, 1), labels.rows(n, 1), weights, smoothing);
        const double want = element(oracle[name + ".none"], kept[static_cast<size_t>(n)]);
        CHECK(row.value * weight == Approx(want).epsilon(kForward));
      }
      CHECK(mean.value * sum == Approx(element(oracle[name + ".sum"], 0)).epsilon(kForward));
      for (int64_t i = 0; i < logits.count(); ++i)
        set_element(mean.gradient, i, element(mean.gradient, i) * sum);
      CHECK(relative_difference(mean.gradient, rows_of(oracle["grad." + name + ".sum"], kept)) <= kGradient);
    }
}

TEST_CASE("PyTorch: smoothed labels of a sequence, padding left out", "[oracle]") {
  const Oracle oracle("label_smoothing");
  const Tensor logits = oracle["logits"].reshaped({14, 11});
  Tensor labels = oracle.ids("target").reshaped({14}).clone();
  for (int64_t n = 0; n < labels.count(); ++n)
    if (labels.data<int32_t>()[n] == 0) labels.data<int32_t>()[n] = kNoLabel;
  CHECK(loss_of_rows(logits, labels, {}, 0).value ==
        Approx(element(oracle["nll.mean"], 0)).epsilon(kForward));
  for (auto [name, smoothing] : {std::pair{"e10", 0.1}, {"e30", 0.3}}) {
    const std::string mean = std::string(name) + ".all.mean";
    CAPTURE(mean);
    const Loss loss = loss_of_rows(logits, labels, {}, smoothing);
    CHECK(loss.value == Approx(element(oracle[mean], 0)).epsilon(kForward));
    CHECK(relative_difference(loss.gradient, oracle["grad." + mean].reshaped({14, 11})) <= kGradient);
  }
}

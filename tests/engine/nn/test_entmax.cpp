// entmax-1.5 against values and gradients computed elsewhere; that its gradient is right in float64 is
// checked with all mechanisms (test_mechanisms.cpp).
#include "engine/nn/mechanism.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

// The weights of scores e, and dL/de for dL/dα = g: one query that is 1, keys that are the scores.
struct Row {
  std::vector<float> weights, gradient;
};

Row entmax(const std::vector<float>& e, const std::vector<float>& g) {
  nn::MechanismOptions options;
  options.query = options.key = 1;
  Parameters parameters(std::nullopt);
  const auto attention = nn::make_mechanism("entmax-1.5", parameters, "a", options);
  const auto S = static_cast<int64_t>(e.size());
  Bench bench;
  const Variable q(Tensor::of<float>({1, 1}, {1}), true), k(Tensor::of<float>({S, 1}, e), true);
  const AttentionPlan plan{Spans::packed({1}), Spans::packed({static_cast<int32_t>(S)}), 1, 1, false};
  const Variable A = attention->weights(bench.ctx, plan, q, k);
  bench.tape.backward(weighted_sum(bench.ctx, A, Tensor::of<float>({S}, g)));
  return {A.value().values<float>(), k.node().grad.values<float>()};
}

void check_rows(const Oracle& o, const std::string& output, const std::string& gradient, bool masked) {
  for (int64_t r = 0; r < o["x"].size(0); ++r) {
    CAPTURE(output, r);
    std::vector<float> e, g, weights, expected;
    for (int64_t s = r * 9; s < r * 9 + 9; ++s) {
      if (masked && o["mask_keep"].data<uint8_t>()[s] == 0) continue;
      e.push_back(o["x"].data<float>()[s]);
      g.push_back(o["grad_output"].data<float>()[s]);
      weights.push_back(o[output].data<float>()[s]);
      expected.push_back(o[gradient].data<float>()[s]);
    }
    const Row row = entmax(e, g);
    for (size_t s = 0; s < e.size(); ++s) {
      CHECK(row.weights[s] == Approx(weights[s]).margin(1e-6));
      CHECK((row.weights[s] > 0) == (weights[s] > 0));
      CHECK(row.gradient[s] == Approx(expected[s]).margin(1e-5));
    }
  }
}

}  // namespace

TEST_CASE("entmax-1.5: weights and gradients of whole rows and of masked ones", "[mechanism]") {
  const Oracle oracle("entmax15");
  check_rows(oracle, "output", "grad.x", false);
  check_rows(oracle, "masked_output", "grad.masked_x", true);
}

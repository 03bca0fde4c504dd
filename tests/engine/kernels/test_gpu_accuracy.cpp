// What a GPU computes in float32, and in bfloat16 where products may, against the CPU's kernels in float64:
// results and gradients, fresh inputs, memory that begins as NaN.
#include "engine/format/half.h"
#include "tests/engine/autograd/gradient_check.h"

using namespace heed;
using namespace heed::test;

namespace {

struct Case {
  const char* name;
  Op op;
  std::vector<Tensor> inputs;  // float64
};

const Spans kSentences = Spans::packed({7, 1, 12, 0, 9});
constexpr int64_t kSomeRows = 29;

Tensor scaled(const Shape& shape, uint64_t seed, double factor) {
  const Tensor x = random_tensor(shape, seed);
  for (int64_t i = 0; i < x.count(); ++i) set_element(x, i, factor * element(x, i));
  return x;
}

// Weights as layers have them: about 1 / √width.
Tensor weight(int64_t out, int64_t in, uint64_t seed) {
  return scaled({out, in}, seed, 1 / std::sqrt(static_cast<double>(in)));
}

std::vector<Case> attention_cases(uint64_t s) {
  AttentionPlan plan;
  plan.queries = plan.keys = kSentences;
  plan.heads = 3;
  plan.scale = 0.25;
  AttentionPlan causal = plan;
  causal.causal = true;
  auto fused = [](const AttentionPlan& p) {
    return [p](Context& ctx, const std::vector<Variable>& x) { return attention(ctx, p, x[0], x[1], x[2]); };
  };
  auto halves = [plan](Context& ctx, const std::vector<Variable>& x) {
    return attention_apply(ctx, plan, attention_weights(ctx, plan, x[0], x[1]), x[2]);
  };
  const std::vector<Tensor> qkv{random_tensor({kSomeRows, 48}, s), random_tensor({kSomeRows, 48}, s + 1),
                                random_tensor({kSomeRows, 48}, s + 2)};
  return {
      {"attention", fused(plan), qkv}, {"causal attention", fused(causal), qkv}, {"its halves", halves, qkv}};
}

// Large enough for bf16 runs to go by products.
std::vector<Case> large_attention_cases(uint64_t s) {
  constexpr int64_t kHeads = 8, kWidth = 64;
  AttentionPlan plan;
  plan.queries = plan.keys = Spans::packed({33, 64, 1, 0, 20, 61, 64, 7, 48});
  plan.heads = kHeads;
  plan.scale = 0.125;
  AttentionPlan causal = plan;
  causal.causal = true;
  const Tensor x = random_tensor({298, kHeads * kWidth}, s);
  return {{"a large batch's attention",
           [plan](Context& ctx, const std::vector<Variable>& in) {
             return attention(ctx, plan, in[0], in[1], in[2]);
           },
           {x, random_tensor(x.shape(), s + 1), random_tensor(x.shape(), s + 2)}},
          {"of one matrix, causal",
           [causal](Context& ctx, const std::vector<Variable>& in) {
             return attention(ctx, causal, in[0], in[0], in[0]);
           },
           {x}}};
}

std::vector<Case> cases(uint64_t s) {
  auto linear_of = [](Activation f) {
    return [f](Context& ctx, const std::vector<Variable>& x) { return linear(ctx, x[0], x[1], x[2], f); };
  };
  const std::vector<Tensor> xWb{random_tensor({kSomeRows, 96}, s), weight(64, 96, s + 1),
                                random_tensor({64}, s + 2)};
  std::vector<Case> all = attention_cases(s + 10);
  for (Case& large : large_attention_cases(s + 20)) all.push_back(std::move(large));
  all.push_back({"linear", linear_of(Activation::kNone), xWb});
  all.push_back({"linear, GELU", linear_of(Activation::kGelu), xWb});
  all.push_back({"a large product",
                 linear_of(Activation::kNone),
                 {random_tensor({128, 96}, s), weight(64, 96, s + 1), random_tensor({64}, s + 2)}});
  all.push_back(
      {"layer_norm",
       [](Context& ctx, const std::vector<Variable>& x) { return layer_norm(ctx, x[0], x[1], x[2]); },
       {random_tensor({kSomeRows, 96}, s + 3), random_tensor({96}, s + 4), random_tensor({96}, s + 5)}});
  all.push_back({"rms_norm",
                 [](Context& ctx, const std::vector<Variable>& x) { return rms_norm(ctx, x[0], x[1]); },
                 {random_tensor({kSomeRows, 96}, s + 3), random_tensor({96}, s + 4)}});
  all.push_back(
      {"mean_pool",
       [](Context& ctx, const std::vector<Variable>& x) { return mean_pool(ctx, x[0], kSentences); },
       {random_tensor({kSomeRows, 96}, s + 6)}});
  for (Cell cell : {Cell::kRnn, Cell::kGru, Cell::kLstm}) {
    const int64_t H = 32, G = H * (cell == Cell::kRnn ? 1 : cell == Cell::kGru ? 3 : 4);
    all.push_back({"recurrent",
                   [cell](Context& ctx, const std::vector<Variable>& x) {
                     return recurrent(ctx, cell, x[0], kSentences, {{x[1], x[2], x[3], x[4]}});
                   },
                   {random_tensor({kSomeRows, 24}, s + 7), weight(G, 24, s + 8), weight(G, H, s + 9),
                    random_tensor({G}, s + 10), random_tensor({G}, s + 11)}});
  }
  return all;
}

std::vector<Tensor> in_float32(const std::vector<Tensor>& inputs) {
  std::vector<Tensor> narrow;
  for (const Tensor& x : inputs) narrow.push_back(x.to(DType::kFloat32));
  return narrow;
}

// Result and gradients, of a loss with random weights.
std::vector<Tensor> computed(const Op& f, const std::vector<Tensor>& inputs, const Device& device) {
  constexpr uint64_t kSeed = 91;
  Bench bench(true, device);
  const std::vector<Variable> x = variables_of(inputs, inputs.size(), device);
  const Variable y = f(bench.ctx, x);
  std::vector<Tensor> found{on_host(device, y.value()).to(DType::kFloat64)};
  bench.tape.backward(weighted_sum(bench.ctx, y, random_tensor(y.shape(), kSeed).to(y.dtype())));
  for (const Variable& input : x) found.push_back(dense_gradient(input, device).to(DType::kFloat64));
  return found;
}

void check_accuracy(const Device& device, double tolerance) {
  for (uint64_t seed : {100u, 200u})
    for (const Case& c : cases(seed)) {
      // What float32 makes of the inputs is given to both.
      const std::vector<Tensor> narrow = in_float32(c.inputs);
      std::vector<Tensor> wide;
      for (const Tensor& x : narrow) wide.push_back(x.to(DType::kFloat64));
      const std::vector<Tensor> expected = computed(c.op, wide, cpu::device()),
                                found = computed(c.op, narrow, device);
      for (size_t i = 0; i < found.size(); ++i) {
        CAPTURE(device.description, c.name, seed, i);
        CHECK(relative_difference(found[i], expected[i]) <= tolerance);
      }
    }
}

}  // namespace

TEST_CASE("a GPU's float32 is within 1e-5 of float64", "[gpu][accuracy]") {
  for (const Device& device : gpus()) check_accuracy(device, 1e-5);
}

TEST_CASE("with products in bfloat16 a GPU is within 1e-2 of float64", "[gpu][accuracy]") {
#ifndef __EMSCRIPTEN__
  check_accuracy(played_gpu(size_t{1} << 30, true), 1e-2);
#endif
  const session::OpenedGpu gpu = session::open_gpu("bf16");
  if (!gpu.problem.empty()) {
    WARN("not run on a real GPU: " + gpu.problem);
    return;
  }
  check_accuracy(gpu.device, 1e-2);
}

#ifndef __EMSCRIPTEN__

TEST_CASE("the factors of a large product are rounded to the nearest bfloat16", "[gpu][accuracy]") {
  const Device device = played_gpu(size_t{1} << 30, true);
  const Tensor x = random_tensor({64, 64}, 3, DType::kFloat32),
               one = Tensor::zeros({64, 64}, DType::kFloat32);
  for (int64_t i = 0; i < 64; ++i) set_element(one, 65 * i, 1);
  set_element(x, 0, 1.00390625);  // halfway between two: the even one is below
  set_element(x, 1, 1.01171875);  // and above
  set_element(x, 2, 1e-40);
  auto up = [&](const Tensor& t) { return on_device(device, t, *device.memory); };
  const Tensor y = up(x);
  device.kernels->matmul.linear(device, up(x), up(one), {}, {}, Activation::kNone, y);
  CHECK(identical(on_host(device, y), widen(narrow(x, DType::kBFloat16))));
}

#endif

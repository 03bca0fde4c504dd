// Mechanisms against PyTorch's values and gradients (Bahdanau et al. 2015, Luong et al. 2015, the lesson
// "Understanding Attention").
#include "engine/nn/mechanism.h"

#include "engine/nn/layers.h"
#include "engine/nn/torch_init.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr int64_t kB = 2, kT = 3, kS = 6;
const std::vector<int32_t> kLengths{6, 4};  // mask_keep of the files: the last two keys of one are masked

nn::MechanismOptions sizes(int64_t query, int64_t key, int64_t width = 0) {
  nn::MechanismOptions options;
  options.query = query;
  options.key = key;
  options.width = width;
  return options;
}

AttentionPlan luong_plan() {
  return {Spans::packed({kT, kT}), Spans::padded(kS, kLengths), 1, 1, false};
}

// Weights [B, T, S] of PyTorch, without what is masked, in our order.
Tensor unmasked(const Tensor& weights) {
  std::vector<float> flat;
  for (int64_t b = 0; b < kB; ++b)
    for (int64_t t = 0; t < kT; ++t)
      for (int64_t s = 0; s < kLengths[static_cast<size_t>(b)]; ++s)
        flat.push_back(weights.data<float>()[(b * kT + t) * kS + s]);
  return Tensor::of<float>({static_cast<int64_t>(flat.size())}, flat);
}

Tensor columns_of(const Tensor& x, int64_t first, int64_t count) {
  Tensor y({x.size(0), count}, x.dtype());
  for (int64_t r = 0; r < x.size(0); ++r)
    for (int64_t c = 0; c < count; ++c) set_element(y, r * count + c, element(x, r * x.size(1) + first + c));
  return y;
}

// One file: what `names` maps the mechanism's parameters to (value, gradient), and the context that its
// weights make of the keys, under tanh(W_out [context; query]) where the file has it.
struct Given {
  std::string parameter;
  Tensor value, gradient;
};

void check_file(const std::string& file, const std::string& mechanism, const nn::MechanismOptions& options,
                const std::vector<Given>& given) {
  CAPTURE(file);
  const Oracle oracle(file);
  const bool luong = oracle.tensors().count("W_out") > 0;
  Parameters parameters(std::nullopt);
  const auto attention = nn::make_mechanism(mechanism, parameters, "a", options);
  std::map<std::string, Tensor> values;
  for (const Given& g : given) values[g.parameter] = g.value;
  parameters.load(values, file);
  Bench bench;
  bench.trace.watch("");
  for (const bool watched : {false, true}) {  // in one piece and step by step
    CAPTURE(watched);
    bench.ctx.trace = watched ? &bench.trace : nullptr;
    parameters.clear_grads();
    const Variable q(oracle["query"].reshaped({kB * kT, options.query}), true);
    const Variable k(oracle["keys"].reshaped({kB * kS, options.key}), true);
    const Variable W_out(luong ? oracle["W_out"] : Tensor::zeros({1, 1}, DType::kFloat32), true);
    const Variable A = attention->weights(bench.ctx, luong_plan(), q, k);
    CHECK(relative_difference(A.value(), unmasked(oracle["weights"])) <= kForward);
    const Variable context = attention_apply(bench.ctx, luong_plan(), A, k);
    CHECK(relative_difference(context.value(), oracle["context"].reshaped({kB * kT, options.key})) <=
          kForward);
    Variable y = context;
    if (luong) y = linear(bench.ctx, concat(bench.ctx, context, q), W_out, {}, Activation::kTanh);
    bench.tape.backward(weighted_sum(bench.ctx, y, oracle["grad_output"].reshaped(y.shape())));
    CHECK(relative_difference(q.grad(), oracle["grad.query"].reshaped(q.shape())) <= kGradient);
    CHECK(relative_difference(k.grad(), oracle["grad.keys"].reshaped(k.shape())) <= kGradient);
    for (const Given& g : given) {
      CAPTURE(g.parameter);
      CHECK(relative_difference(parameters.find(g.parameter).grad(), g.gradient) <= kGradient);
    }
    CHECK((!luong || relative_difference(W_out.grad(), oracle["grad.W_out"]) <= kGradient));
  }
}

}  // namespace

TEST_CASE("PyTorch: Bahdanau's additive attention over all pairs", "[oracle][mechanism]") {
  const Oracle o("bahdanau");
  check_file("bahdanau", "additive", sizes(8, 10, 12),
             {{"a.query.weight", o["W_query"], o["grad.W_query"]},
              {"a.query.bias", o["bias"], o["grad.bias"]},
              {"a.key.weight", o["U_key"], o["grad.U_key"]},
              {"a.score.weight", o["v"].reshaped({1, 12}), o["grad.v"].reshaped({1, 12})}});
}

TEST_CASE("PyTorch: Luong's dot, general and concat", "[oracle][mechanism]") {
  check_file("luong_dot", "dot", sizes(8, 8), {});
  const Oracle general("luong_general");
  check_file("luong_general", "general", sizes(8, 8),
             {{"a.general.weight", general["W"], general["grad.W"]}});
  const Oracle o("luong_concat");
  const Tensor W = o["W_concat"], dW = o["grad.W_concat"];
  check_file("luong_concat", "concat", sizes(8, 8, 8),
             {{"a.query.weight", columns_of(W, 0, 8), columns_of(dW, 0, 8)},
              {"a.key.weight", columns_of(W, 8, 8), columns_of(dW, 8, 8)},
              {"a.score.weight", o["v"].reshaped({1, 8}), o["grad.v"].reshaped({1, 8})}});
}

TEST_CASE("PyTorch: Luong's local attention, monotonic and predicted", "[oracle][mechanism]") {
  const Oracle m("luong_local_m"), p("luong_local_p");
  check_file("luong_local_m", "local-m", sizes(8, 8), {{"a.general.weight", m["W"], m["grad.W"]}});
  check_file("luong_local_p", "local-p", sizes(8, 8),
             {{"a.general.weight", p["W"], p["grad.W"]},
              {"a.position.weight", p["W_p"], p["grad.W_p"]},
              {"a.centre.weight", p["v_p"].reshaped({1, 8}), p["grad.v_p"].reshaped({1, 8})}});
}

TEST_CASE("The lesson's weights come from its seed, and give its attention", "[oracle][mechanism]") {
  // torch.manual_seed(17); query, key = randn(8, 30); W_q, W_k, W_v = Linear(30, 16); W_s = Linear(16, 1).
  const Oracle o("lesson2_deeplay");
  TorchRandom random(17);
  CHECK(relative_difference(Tensor::of<float>({8, 30}, random.randn(240)), o["query"]) <= 1e-6);
  CHECK(relative_difference(Tensor::of<float>({8, 30}, random.randn(240)), o["key"]) <= 1e-6);
  Parameters parameters(std::nullopt);
  const nn::Linear Wq(parameters, "Wq", 30, 16), Wk(parameters, "Wk", 30, 16), Wv(parameters, "Wv", 30, 16),
      Ws(parameters, "Ws", 16, 1);
  nn::torch_linear_init(parameters, random);
  for (const Variable& parameter : parameters.all()) {
    CAPTURE(parameter.node().name);
    CHECK(identical(parameter.value(), o[parameter.node().name]));
  }
  const Spans eight = Spans::packed({8});
  const AttentionPlan plan{eight, eight, 1, 1, false};
  Bench bench(false);
  auto weights = [&](const char* kind, const nn::MechanismOptions& options, const Variable& q,
                     const Variable& k, const Tensor& v = {}) {
    Parameters own(std::nullopt);
    const auto attention = nn::make_mechanism(kind, own, "a", options);
    if (v.defined()) own.load({{"a.score.weight", v}}, "lesson");
    return attention->weights(bench.ctx, plan, q, k);
  };
  auto output = [&](const Variable& A, const Variable& v) {
    return attention_apply(bench.ctx, plan, A, v).value();
  };
  const Variable x(o["query"]), y(o["key"]);
  // What the lesson calls dot product divides by √K, with and without weights.
  const Variable dot = weights("scaled-dot", sizes(30, 30), x, y);
  CHECK(relative_difference(dot.value().reshaped({8, 8}), o["dot.matrix"]) <= kForward);
  CHECK(relative_difference(output(dot, y), o["dot.output"]) <= kForward);
  const Variable q = Wq(bench.ctx, x), k = Wk(bench.ctx, y);
  const Variable trained = weights("scaled-dot", sizes(16, 16), q, k);
  CHECK(relative_difference(trained.value().reshaped({8, 8}), o["trainable.matrix"]) <= kForward);
  CHECK(relative_difference(output(trained, Wv(bench.ctx, y)), o["trainable.output"]) <= kForward);
  // W_s's bias is the same for all pairs: softmax does not see it.
  const Variable pairs = weights("additive", sizes(16, 16), q, k, Ws.weight.value());
  CHECK(relative_difference(pairs.value().reshaped({8, 8}), o["additive_pairwise.matrix"]) <= kForward);
  CHECK(relative_difference(output(pairs, y), o["additive_pairwise.output"]) <= kForward);
}

TEST_CASE("Mechanisms: a mask hides, rows sum to 1, and every gradient is right", "[mechanism]") {
  const AttentionPlan plan{Spans::packed({3, 2}), Spans::packed({3, 2}), 2, 1, true};
  for (const std::string& name : nn::mechanism_names()) {
    CAPTURE(name);
    nn::MechanismOptions options = sizes(4, 4, name == "additive" ? 6 : 0);
    options.heads = 2;
    options.temperature = 1.5;
    options.window = 1;
    Parameters parameters(7, DType::kFloat64);
    const auto attention = nn::make_mechanism(name, parameters, "a", options);
    Bench bench(false);
    const Variable x(random_tensor({5, 4}, 3));
    const Tensor A = attention->weights(bench.ctx, plan, x, x).value();
    CHECK(element(A, 1) == 0);  // the first query sees the first key alone
    if (attention->normalised())
      for (int64_t row = 0; row < 6; ++row)
        CHECK(element(A, 3 * row) + element(A, 3 * row + 1) + element(A, 3 * row + 2) == Approx(1));
    if (name == "hard") continue;  // no gradient goes through what is drawn
    const Op op = [&](Context& ctx, const std::vector<Variable>& in) {
      Parameters own(7, DType::kFloat64);
      const auto made = nn::make_mechanism(name, own, "a", options);
      own.move_to(*ctx.device);
      return made->weights(ctx, plan, in[0], in[1]);
    };
    check_gradients(op, {random_tensor({5, 4}, 4), random_tensor({5, 4}, 5)});
  }
}

TEST_CASE("A mechanism that there is not is a usage error with the names", "[mechanism]") {
  Parameters parameters(1);
  CHECK_THROWS_AS(nn::make_mechanism("bogus", parameters, "a", sizes(4, 4)), UsageError);
  CHECK_THROWS_WITH(nn::make_mechanism("bogus", parameters, "a", sizes(4, 4)), Catch::Contains("sparsemax"));
  nn::MechanismOptions options = sizes(4, 4);
  options.heads = 3;
  CHECK_THROWS_WITH(nn::make_mechanism("dot", parameters, "a", options), Catch::Contains("3 heads"));
}

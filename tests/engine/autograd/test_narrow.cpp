// Results that bf16 runs keep in bfloat16, and their gradients, against the CPU's float64.
#ifndef __EMSCRIPTEN__

#include "tests/engine/autograd/narrow_numbers.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

// An input of an op, bfloat16 on the GPU where that is said.
struct Input {
  Tensor value;
  bool narrow = false;
};

struct Computed {
  DType type;                   // of the result
  std::vector<Tensor> numbers;  // the result and the gradients, in float64
};

Computed computed(const Op& f, const std::vector<Input>& inputs, const Device& device) {
  Bench bench(true, device);
  bench.ctx.training = true;
  bench.ctx.dropout = {1, 2, 0};
  std::vector<Variable> x;
  for (const Input& input : inputs) {
    Tensor value = input.value;
    if (device.separate && input.narrow) value = narrow(value, DType::kBFloat16);
    if (!device.separate) value = value.to(DType::kFloat64);
    x.emplace_back(on_device(device, value, *device.memory), true);
  }
  const Variable y = f(bench.ctx, x);
  Computed found{y.dtype(), {in_float64(device, y.value())}};
  const Variable wide = heed::widen(bench.ctx, y);
  bench.tape.backward(weighted_sum(bench.ctx, wide, random_tensor(y.shape(), 91).to(wide.dtype())));
  for (const Variable& input : x) {
    if (device.separate) CHECK(input.grad().dtype() == input.dtype());
    found.numbers.push_back(in_float64(device, input.grad()));
  }
  return found;
}

// Returns the type of the GPU's result.
DType check_against_float64(const Op& f, const std::vector<Input>& inputs) {
  const Computed expected = computed(f, inputs, cpu::device()), found = computed(f, inputs, narrowing_gpu());
  for (size_t i = 0; i < found.numbers.size(); ++i) {
    CAPTURE(i);
    CHECK(relative_difference(found.numbers[i], expected.numbers[i]) <= kTolerance);
  }
  return found.type;
}

AttentionPlan plan_of(const std::vector<int32_t>& lengths, int64_t heads) {
  AttentionPlan plan;
  plan.queries = plan.keys = Spans::packed(lengths);
  plan.heads = heads;
  plan.scale = 0.2;
  return plan;
}

}  // namespace

TEST_CASE("linear reads and gives bfloat16 or float32", "[gpu][narrow]") {
  for (Activation f : {Activation::kNone, Activation::kRelu, Activation::kGelu})
    for (bool narrow_x : {false, true})
      for (Keep keep : {Keep::kFloat32, Keep::kBFloat16})
        for (bool bias : {false, true}) {
          CAPTURE(static_cast<int>(f), narrow_x, keep == Keep::kBFloat16, bias);
          std::vector<Input> inputs{{numbers({72, 64}, 1), narrow_x}, {numbers({80, 64}, 2, 0.125)}};
          if (bias) inputs.push_back({numbers({80}, 3)});
          const DType type = check_against_float64(
              [&](Context& ctx, auto& x) {
                return linear(ctx, x[0], x[1], bias ? x[2] : Variable(), f, keep);
              },
              inputs);
          CHECK(type == (keep == Keep::kBFloat16 ? DType::kBFloat16 : DType::kFloat32));
        }
}

TEST_CASE("layers too small for units of matrices read bfloat16 and give float32", "[gpu][narrow]") {
  for (const Shape& W : {Shape{72, 16}, Shape{2, 64}, Shape{65, 64}}) {
    CAPTURE(W.str());
    const DType type = check_against_float64(
        [](Context& ctx, auto& x) {
          return linear(ctx, x[0], x[1], x[2], Activation::kNone, Keep::kBFloat16);
        },
        {{numbers({72, W[1]}, 1), true}, {numbers(W, 2, 0.125)}, {numbers({W[0]}, 3)}});
    CHECK(type == DType::kFloat32);
  }
}

namespace {

struct Counting final : Allocator {
  Allocator& source;
  std::vector<size_t> asked;
  explicit Counting(Allocator& from) : source(from) {}
  std::shared_ptr<void> allocate(size_t bytes) override {
    asked.push_back(bytes);
    return source.allocate(bytes);
  }
  int64_t of(int64_t numbers) const {
    return std::count(asked.begin(), asked.end(), static_cast<size_t>(numbers) * 2);
  }
};

}  // namespace

TEST_CASE("what several products read is rounded once, and only in bf16 runs", "[gpu][narrow]") {
  constexpr int64_t N = 72, I = 64, O = 80;
  for (bool narrows : {true, false}) {
    Bench bench(true, played_gpu(size_t{1} << 30, narrows));
    Counting kept(*bench.device.memory), scratch(kept.source);
    bench.ctx.memory = &kept;
    const std::vector<Variable> x = variables_of(
        {numbers({N, I}, 1), numbers({O, I}, 2), numbers({O, I}, 3), numbers({O, I}, 4)}, 9, bench.device);
    bench.device.memory = &scratch;
    auto product = [&](size_t i) { return linear(bench.ctx, x[0], x[i], {}); };
    const Variable y = add(bench.ctx, add(bench.ctx, product(1), product(2)), product(3));
    bench.tape.backward(weighted_sum(bench.ctx, y, random_tensor(y.shape(), 5, DType::kFloat32)));
    CHECK(kept.of(N * I) == (narrows ? 1 : 0));  // x, for three products and their gradients
    CHECK(kept.of(O * I) == (narrows ? 3 : 0));  // each weight
    CHECK(kept.of(N * O) == (narrows ? 3 : 0));  // each dy
    for (int64_t numbers : {N * I, O * I, N * O}) CHECK(scratch.of(numbers) == 0);
  }
}

TEST_CASE("a weight's rounded copy does not outlive the pass", "[gpu][narrow]") {
  Bench bench(true, narrowing_gpu());
  const std::vector<Variable> x = variables_of({numbers({64, 64}, 1), numbers({64, 64}, 2)}, 9, bench.device);
  auto pass = [&] {
    const Variable y = linear(bench.ctx, x[0], x[1], {});
    bench.tape.backward(weighted_sum(bench.ctx, y, random_tensor(y.shape(), 5, DType::kFloat32)));
    return on_host(bench.device, y.value());
  };
  const Tensor before = pass();
  const Tensor other = numbers({64, 64}, 3);
  bench.device.from_host(bench.device, x[1].value().raw(), other.raw(), other.bytes());
  CHECK_FALSE(identical(pass(), before));
}

TEST_CASE("the residual stream stays float32 beside what is added to it", "[gpu][narrow]") {
  const DType type =
      check_against_float64([](Context& ctx, auto& x) { return add(ctx, x[0], dropout(ctx, 0.3, x[1])); },
                            {{numbers({24, 72}, 1)}, {numbers({24, 72}, 2), true}});
  CHECK(type == DType::kFloat32);
  Bench bench(true, narrowing_gpu());
  auto up = [&](DType t) { return Variable(Tensor({8, 8}, t, *bench.device.memory), true); };
  CHECK(message_of([&] { add(bench.ctx, up(DType::kBFloat16), up(DType::kFloat32)); }) ==
        "[add] a is [8, 8], b is [8, 8], of BF16 and F32: expected equal shapes, and b of a's type or "
        "narrower.");
}

TEST_CASE("a residual sum and its normalisation, at once or one after the other", "[gpu][narrow]") {
  for (bool narrow_f : {false, true})
    CHECK(check_against_float64(
              [](Context& ctx, auto& x) {
                const Variable y = residual_norm(ctx, x[0], x[1], 0.3, x[2], x[3]);
                return add(ctx, linear(ctx, y, x[4], {}), x[0]);
              },
              {{numbers({72, 64}, 1)},
               {numbers({72, 64}, 2), narrow_f},
               {numbers({64}, 3)},
               {numbers({64}, 4)},
               {numbers({64, 64}, 5, 0.125)}}) == DType::kFloat32);
  Bench bench(true, narrowing_gpu());
  const std::vector<Variable> x = variables_of(
      {numbers({72, 64}, 1), numbers({64}, 3), numbers({64}, 4), numbers({80, 64}, 5)}, 9, bench.device);
  const Variable f(
      on_device(bench.device, narrow(numbers({72, 64}, 2), DType::kBFloat16), *bench.device.memory), true);
  const Variable y = residual_norm(bench.ctx, x[0], f, 0, x[1], x[2]);
  Counting kept(*bench.device.memory);
  bench.ctx.memory = &kept;
  linear(bench.ctx, y, x[3], {});
  CHECK(kept.of(80 * 64) == 1);
  CHECK(kept.of(72 * 64) == 0);  // the normalised rows are rounded already
  CHECK(contains(message_of([&] { residual_norm(bench.ctx, x[3], f, 0, x[1], x[2]); }),
                 "[residual_norm] x is [80, 64], f is [72, 64]"));
}

TEST_CASE("attention of bfloat16 by products, by tiles and by halves", "[gpu][narrow][attention]") {
  auto qkv = [](int64_t rows, int64_t width, uint64_t s) {
    return std::vector<Input>{{numbers({rows, width}, s), true},
                              {numbers({rows, width}, s + 1), true},
                              {numbers({rows, width}, s + 2), true}};
  };
  auto of = [](const AttentionPlan& plan) {
    return [plan](Context& ctx, const std::vector<Variable>& x) {
      return attention(ctx, plan, x[0], x[1], x[2]);
    };
  };
  AttentionPlan causal = plan_of(kRagged, 8);
  causal.causal = true;
  CHECK(check_against_float64(of(plan_of(kRagged, 8)), qkv(298, 512, 1)) == DType::kBFloat16);
  CHECK(check_against_float64(of(causal), qkv(300, 512, 4)) == DType::kBFloat16);
  CHECK(check_against_float64(of(plan_of({7, 1, 12, 0, 9}, 3)), qkv(31, 48, 7)) == DType::kBFloat16);
  CHECK(check_against_float64(of(plan_of({3, 2}, 1)), qkv(6, 2048, 10)) == DType::kFloat32);
  CHECK(check_against_float64(
            [](Context& ctx, auto& x) {
              return attention(ctx, plan_of({7, 1, 12, 0, 9}, 3), x[0], x[0], x[0]);
            },
            {{numbers({31, 48}, 13), true}}) == DType::kBFloat16);
}

TEST_CASE("gated units and rotary positions of bfloat16 stay so", "[gpu][narrow]") {
  for (Activation f : {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh})
    CHECK(check_against_float64([f](Context& ctx, auto& x) { return gated(ctx, f, x[0]); },
                                {{numbers({24, 80}, 1), true}}) == DType::kBFloat16);
  const Spans texts = Spans::packed({7, 1, 16});
  CHECK(check_against_float64(
            [&](Context& ctx, auto& x) {
              return rotary(ctx, x[0], texts, rotary_angles(ctx, 16, 16, {100}, x[0].dtype()));
            },
            {{numbers({24, 48}, 2), true}}) == DType::kBFloat16);
}

TEST_CASE("attention of bfloat16 within windows, by products and by tiles", "[gpu][narrow][attention]") {
  for (const int64_t reach : {4, 1}) {  // windows of 9 of 64 keys go by products, of 3 by tiles
    AttentionPlan plan = plan_of(kRagged, 8);
    plan.reach = reach;
    CHECK(check_against_float64(
              [plan](Context& ctx, auto& x) { return attention(ctx, plan, x[0], x[1], x[2]); },
              {{numbers({298, 512}, 1), true},
               {numbers({298, 512}, 2), true},
               {numbers({298, 512}, 3), true}}) == DType::kBFloat16);
  }
}

TEST_CASE("attention's queries, keys and values are of one type", "[gpu][narrow][attention]") {
  Bench bench(true, narrowing_gpu());
  auto up = [&](DType type) { return Variable(Tensor({4, 8}, type, *bench.device.memory), true); };
  CHECK(contains(message_of([&] {
                   attention(bench.ctx, plan_of({4}, 1), up(DType::kBFloat16), up(DType::kFloat32),
                             up(DType::kFloat32));
                 }),
                 "q is BF16, k is F32"));
}

TEST_CASE("an op that does not know bfloat16 is an error", "[gpu][narrow]") {
  Bench bench(true, narrowing_gpu());
  const std::vector<Variable> x =
      variables_of({numbers({64, 64}, 1), numbers({64, 64}, 2), numbers({64}, 3)}, 9, bench.device);
  const Variable y = linear(bench.ctx, x[0], x[1], x[2], Activation::kNone, Keep::kBFloat16);
  const Spans all = Spans::packed({64});
  for (const std::function<void()>& op : std::vector<std::function<void()>>{
           [&] { layer_norm(bench.ctx, y, x[2], x[2]); }, [&] { multiply(bench.ctx, y, y); },
           [&] { mean_pool(bench.ctx, y, all); },
           [&] { attention_weights(bench.ctx, plan_of({64}, 1), y, y); }, [&] { concat(bench.ctx, x[0], y); },
           [&] { cross_entropy(bench.ctx, y, Tensor::zeros({64}, DType::kInt32)); }})
    CHECK(contains(message_of(op), "given BF16"));
}

TEST_CASE("a result too large for bfloat16 is named", "[gpu][narrow]") {
  Bench bench(true, narrowing_gpu());
  bench.ctx.check_finite = true;
  const Tensor x = numbers({64, 64}, 1), one = Tensor::zeros({64, 64}, DType::kFloat32);
  for (int64_t i = 0; i < 64; ++i) set_element(one, 65 * i, 1);
  const std::vector<Variable> v =
      variables_of({x, one, Tensor::zeros({64}, DType::kFloat32)}, 9, bench.device);
  auto product = [&] { return linear(bench.ctx, v[0], v[1], v[2], Activation::kNone, Keep::kBFloat16); };
  CHECK_NOTHROW(product());
  set_element(x, 5, 3.38e38);
  Bench again(true, bench.device);
  again.ctx.check_finite = true;
  const Tensor bias = Tensor::zeros({64}, DType::kFloat32);
  set_element(bias, 5, 2.3e36);  // the sum is a float32 and rounds to more than the largest bfloat16
  const std::vector<Variable> large = variables_of({x, one, bias}, 9, bench.device);
  CHECK_NOTHROW(linear(again.ctx, large[0], large[1], large[2]));
  CHECK(contains(message_of([&] {
                   linear(again.ctx, large[0], large[1], large[2], Activation::kNone, Keep::kBFloat16);
                 }),
                 "NaN or Inf first appeared in the result of linear"));
}

#endif

// Results that bf16 runs keep in bfloat16, and their gradients, against the CPU's float64.
#ifndef __EMSCRIPTEN__

#include "engine/format/half.h"
#include "engine/nn/encoder_layer.h"
#include "engine/tensor/arena.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr double kTolerance = 1e-2;

Device narrowing_card() {
  return played_card(size_t{1} << 30, true);
}

Tensor in_float64(const Device& device, const Tensor& t) {
  const Tensor host = on_host(device, t);
  return (host.dtype() == DType::kBFloat16 ? widen(host) : host).to(DType::kFloat64);
}

// Rounded to bfloat16, so that both devices begin with the same numbers. Weights are about 1 / √width.
Tensor numbers(const Shape& shape, uint64_t seed, double factor = 1) {
  const Tensor x = random_tensor(shape, seed, DType::kFloat32);
  for (int64_t i = 0; i < x.count(); ++i) set_element(x, i, factor * element(x, i));
  return widen(narrow(x, DType::kBFloat16));
}

// An input of an op, bfloat16 on the card where that is said.
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

// Returns the type of the card's result.
DType check_against_float64(const Op& f, const std::vector<Input>& inputs) {
  const Computed expected = computed(f, inputs, cpu::device()), found = computed(f, inputs, narrowing_card());
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

const std::vector<int32_t> kRagged{33, 64, 1, 0, 20, 61, 64, 7, 48};  // 298 rows

}  // namespace

TEST_CASE("linear reads and gives bfloat16 or float32", "[card][narrow]") {
  for (Activation f : {Activation::kNone, Activation::kRelu, Activation::kGelu})
    for (bool narrow_x : {false, true})
      for (Keep keep : {Keep::kWide, Keep::kNarrow})
        for (bool bias : {false, true}) {
          CAPTURE(static_cast<int>(f), narrow_x, keep == Keep::kNarrow, bias);
          std::vector<Input> inputs{{numbers({72, 64}, 1), narrow_x}, {numbers({80, 64}, 2, 0.125)}};
          if (bias) inputs.push_back({numbers({80}, 3)});
          const DType type = check_against_float64(
              [&](Context& ctx, auto& x) {
                return linear(ctx, x[0], x[1], bias ? x[2] : Variable(), f, keep);
              },
              inputs);
          CHECK(type == (keep == Keep::kNarrow ? DType::kBFloat16 : DType::kFloat32));
        }
}

TEST_CASE("layers too small for units of matrices read bfloat16 and give float32", "[card][narrow]") {
  for (const Shape& W : {Shape{72, 16}, Shape{2, 64}, Shape{65, 64}}) {
    CAPTURE(W.str());
    const DType type = check_against_float64(
        [](Context& ctx, auto& x) { return linear(ctx, x[0], x[1], x[2], Activation::kNone, Keep::kNarrow); },
        {{numbers({72, W[1]}, 1), true}, {numbers(W, 2, 0.125)}, {numbers({W[0]}, 3)}});
    CHECK(type == DType::kFloat32);
  }
}

TEST_CASE("what several products read is rounded once, and only in bf16 runs", "[card][narrow]") {
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
  constexpr int64_t N = 72, I = 64, O = 80;
  for (bool narrows : {true, false}) {
    Bench bench(true, played_card(size_t{1} << 30, narrows));
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

TEST_CASE("a weight's rounded copy does not outlive the pass", "[card][narrow]") {
  Bench bench(true, narrowing_card());
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

TEST_CASE("the residual stream stays float32 beside what is added to it", "[card][narrow]") {
  const DType type =
      check_against_float64([](Context& ctx, auto& x) { return add(ctx, x[0], dropout(ctx, 0.3, x[1])); },
                            {{numbers({24, 72}, 1)}, {numbers({24, 72}, 2), true}});
  CHECK(type == DType::kFloat32);
  Bench bench(true, narrowing_card());
  auto up = [&](DType t) { return Variable(Tensor({8, 8}, t, *bench.device.memory), true); };
  CHECK(message_of([&] { add(bench.ctx, up(DType::kBFloat16), up(DType::kFloat32)); }) ==
        "[add] a is [8, 8], b is [8, 8], of BF16 and F32: expected equal shapes, and b of a's type or "
        "narrower.");
}

TEST_CASE("attention of bfloat16 by products, by tiles and by halves", "[card][narrow][attention]") {
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

TEST_CASE("attention's queries, keys and values are of one type", "[card][narrow][attention]") {
  Bench bench(true, narrowing_card());
  auto up = [&](DType type) { return Variable(Tensor({4, 8}, type, *bench.device.memory), true); };
  CHECK(contains(message_of([&] {
                   attention(bench.ctx, plan_of({4}, 1), up(DType::kBFloat16), up(DType::kFloat32),
                             up(DType::kFloat32));
                 }),
                 "q is BF16, k is F32"));
}

namespace {

// Result, gradient of x and of all parameters.
std::vector<Tensor> through_layer(const Device& device, Activation f, Trace* trace, size_t* kept = nullptr) {
  Bench bench(true, device);
  bench.ctx.training = true;
  bench.ctx.dropout = {1, 2, 0};
  bench.ctx.trace = trace;
  Arena arena(*device.memory, 1);
  if (kept) bench.ctx.memory = &arena;
  const DType type = device.separate ? DType::kFloat32 : DType::kFloat64;
  Parameters parameters(3, type);
  const nn::EncoderLayer layer(parameters, "layer", {64, 512, 8}, 128, 0.1, f);
  parameters.move_to(bench.device);
  const Variable x(on_device(device, numbers({298, 64}, 4).to(type), *device.memory), true);
  const Variable y = layer(bench.ctx, x, Spans::packed(kRagged));
  if (kept) *kept = arena.bytes();
  bench.tape.backward(weighted_sum(bench.ctx, y, random_tensor(y.shape(), 5).to(type)));
  std::vector<Tensor> found{in_float64(device, y.value()), in_float64(device, x.grad())};
  for (const Variable& parameter : parameters.all()) found.push_back(in_float64(device, parameter.grad()));
  return found;
}

// |a - b|, or |a| without b.
double distance(const Tensor& a, const Tensor& b = {}) {
  double sum = 0;
  for (int64_t i = 0; i < a.count(); ++i)
    sum += std::pow(element(a, i) - (b.defined() ? element(b, i) : 0), 2);
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("an encoder layer in a bf16 run is within 1e-2 of float64, with ReLU its gradients within 5e-2",
          "[card][narrow][nn]") {
  for (Activation f : {Activation::kRelu, Activation::kGelu}) {
    const Device device = narrowing_card();
    const std::vector<Tensor> expected = through_layer(cpu::device(), f, nullptr),
                              found = through_layer(device, f, nullptr);
    REQUIRE(found.size() == 18);
    // Rounding opens and closes a few ReLUs whose numbers are near zero.
    const double tolerance = f == Activation::kRelu ? 5 * kTolerance : kTolerance;
    constexpr size_t kQueryBias = 3, kKeyBias = 5;  // softmax does not see the key's: its gradient is zero
    for (size_t i = 0; i < found.size(); ++i) {
      CAPTURE(static_cast<int>(f), i);
      const double size = distance(expected[i == kKeyBias ? kQueryBias : i]);
      CHECK(distance(found[i], expected[i]) <= (i == 0 ? kTolerance : tolerance) * size);
    }
    // Forwards q, k, v, attention, the projection behind it and the feed-forward's two; backwards the
    // gradients of q, k, v, of attention and of the hidden layer.
    CHECK(asked_of(device).narrow_sums == 12);
  }
}

TEST_CASE("a layer keeps less in a bf16 run, and nothing narrow where somebody listens",
          "[card][narrow][nn]") {
  const Device device = narrowing_card(), wide = played_card();
  size_t narrow_bytes = 0, wide_bytes = 0;
  through_layer(device, Activation::kGelu, nullptr, &narrow_bytes);
  through_layer(wide, Activation::kGelu, nullptr, &wide_bytes);
  CHECK(static_cast<double>(narrow_bytes) < 0.75 * static_cast<double>(wide_bytes));
  const int before = asked_of(device).narrow_sums;
  Trace trace;
  through_layer(device, Activation::kGelu, &trace);
  CHECK(asked_of(device).narrow_sums == before);
  CHECK(asked_of(wide).narrow_sums == 0);
}

TEST_CASE("an op that does not know bfloat16 is an error", "[card][narrow]") {
  Bench bench(true, narrowing_card());
  const std::vector<Variable> x =
      variables_of({numbers({64, 64}, 1), numbers({64, 64}, 2), numbers({64}, 3)}, 9, bench.device);
  const Variable y = linear(bench.ctx, x[0], x[1], x[2], Activation::kNone, Keep::kNarrow);
  const Spans all = Spans::packed({64});
  for (const std::function<void()>& op : std::vector<std::function<void()>>{
           [&] { layer_norm(bench.ctx, y, x[2], x[2]); }, [&] { multiply(bench.ctx, y, y); },
           [&] { mean_pool(bench.ctx, y, all); },
           [&] { attention_weights(bench.ctx, plan_of({64}, 1), y, y); }, [&] { concat(bench.ctx, x[0], y); },
           [&] { cross_entropy(bench.ctx, y, Tensor::zeros({64}, DType::kInt32)); }})
    CHECK(contains(message_of(op), "given BF16"));
}

TEST_CASE("a result too large for bfloat16 is named", "[card][narrow]") {
  Bench bench(true, narrowing_card());
  bench.ctx.check_finite = true;
  const Tensor x = numbers({64, 64}, 1), one = Tensor::zeros({64, 64}, DType::kFloat32);
  for (int64_t i = 0; i < 64; ++i) set_element(one, 65 * i, 1);
  const std::vector<Variable> v =
      variables_of({x, one, Tensor::zeros({64}, DType::kFloat32)}, 9, bench.device);
  auto product = [&] { return linear(bench.ctx, v[0], v[1], v[2], Activation::kNone, Keep::kNarrow); };
  CHECK_NOTHROW(product());
  set_element(x, 5, 3.38e38);
  Bench again(true, bench.device);
  again.ctx.check_finite = true;
  const Tensor bias = Tensor::zeros({64}, DType::kFloat32);
  set_element(bias, 5, 2.3e36);  // the sum is a float32 and rounds to more than the largest bfloat16
  const std::vector<Variable> large = variables_of({x, one, bias}, 9, bench.device);
  CHECK_NOTHROW(linear(again.ctx, large[0], large[1], large[2]));
  CHECK(contains(
      message_of([&] { linear(again.ctx, large[0], large[1], large[2], Activation::kNone, Keep::kNarrow); }),
      "NaN or Inf first appeared in the result of linear"));
}

#endif

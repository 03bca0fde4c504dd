// Attention by products, as bf16 runs compute it, against tiles in float32. That it is within 1e-2 of the
// CPU's float64, through the tape and on a real GPU too, is in test_gpu_accuracy.cpp.
#ifndef __EMSCRIPTEN__

#include "engine/kernels/cuda/product_attention.h"

#include "engine/device/step_replay.h"
#include "engine/format/half.h"
#include "engine/kernels/cuda/bfloat16.h"
#include "tests/engine/autograd/gradient_check.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr int64_t kHeads = 3, kK = 16, kV = 8;

struct Given {
  AttentionPlan plan;
  Tensor q, k, v, dout;
};

// Sentences with none or one query, with none or one key, and padding at both ends of the packed rows.
Given given(bool causal, uint64_t seed = 1) {
  Given g;
  g.plan.queries = {{2, 9, 10, 30, 31, 12}, {7, 1, 0, 1, 9, 18}};
  g.plan.keys = {{0, 12, 12, 17, 18, 19}, {12, 0, 5, 1, 1, 21}};
  g.plan.heads = kHeads;
  g.plan.scale = 0.4;
  g.plan.causal = causal;
  g.q = random_tensor({42, kHeads * kK}, seed, DType::kFloat32);
  g.k = random_tensor({40, kHeads * kK}, seed + 1, DType::kFloat32);
  g.v = random_tensor({40, kHeads * kV}, seed + 2, DType::kFloat32);
  g.dout = random_tensor({36, kHeads * kV}, seed + 3, DType::kFloat32);
  return g;
}

using Forward = std::function<void(const Device&, const AttentionPlan&, const AttentionPass&)>;
using Backward = std::function<void(const Device&, const AttentionPlan&, const AttentionPass&, const Tensor&,
                                    const AttentionGradients&)>;
struct Way {
  Forward forward;
  Backward backward;
};

Way products(int64_t most_bytes = cuda::kMostPadded) {
  return {[=](const Device& device, const AttentionPlan& plan, const AttentionPass& p) {
            cuda::by_products(device, plan, p.q, p.k, p.v, p.out, p.stats, most_bytes);
          },
          [=](const Device& device, const AttentionPlan& plan, const AttentionPass& p, const Tensor& dout,
              const AttentionGradients& to) {
            cuda::by_products_backward(device, plan, p, dout, to, most_bytes);
          }};
}

Way asked_for() {
  return {[](const Device& device, const AttentionPlan& plan, const AttentionPass& p) {
            device.kernels->attention.fused(device, plan, p.q, p.k, p.v, p.out, p.stats);
          },
          [](const Device& device, const AttentionPlan& plan, const AttentionPass& p, const Tensor& dout,
             const AttentionGradients& to) {
            device.kernels->attention.fused_backward(device, plan, p, dout, to);
          }};
}

// On the GPU, all but stats in this type; results begin as NaN, gradients that are added to as ones.
struct Buffers {
  AttentionPass pass;
  AttentionGradients to;
  Tensor dout;

  Buffers(const Device& device, const Given& g, bool add, DType type = DType::kFloat32) {
    PoisonedOnGpu poisoned(device);
    auto up = [&](const Tensor& t) {
      return on_device(device, type == DType::kFloat32 ? t : narrow(t, type), *device.memory);
    };
    auto made = [&](const Shape& shape) { return Tensor(shape, type, poisoned); };
    auto gradient = [&](const Tensor& x) {
      Tensor ones = x.clone();
      for (int64_t i = 0; i < ones.count(); ++i) set_element(ones, i, 1);
      return add ? up(ones) : made(x.shape());
    };
    dout = up(g.dout);
    pass = {up(g.q), up(g.k), up(g.v), made(g.dout.shape()),
            Tensor({g.dout.size(0), g.plan.heads}, DType::kFloat32, poisoned)};
    to = {gradient(g.q), gradient(g.k), gradient(g.v), add, add, add};
  }
  // Out, stats and gradients.
  std::vector<Tensor> results(const Device& device) const {
    std::vector<Tensor> found;
    for (const Tensor& t : {pass.out, pass.stats, to.dq, to.dk, to.dv})
      found.push_back(widen(on_host(device, t)));
    return found;
  }
};

std::vector<Tensor> run(const Device& device, const Given& g, const Way& way, bool add = false,
                        DType type = DType::kFloat32) {
  const Buffers b(device, g, add, type);
  way.forward(device, g.plan, b.pass);
  way.backward(device, g.plan, b.pass, b.dout, b.to);
  return b.results(device);
}

// As bits: rows that belong to no sentence stay NaN.
bool same_bits(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (std::memcmp(a[i].raw(), b[i].raw(), static_cast<size_t>(a[i].count()) * 4) != 0) return false;
  return a.size() == b.size();
}

// Where `expected` is a number; what is none there, or -∞, is the same here.
double difference(const Tensor& found, const Tensor& expected) {
  double apart = 0, most = 0;
  for (int64_t i = 0; i < found.count(); ++i) {
    const double x = element(found, i), y = element(expected, i);
    if (std::isfinite(y)) apart = std::max(apart, std::isfinite(x) ? std::abs(x - y) : 1e30);
    if (std::isfinite(y)) most = std::max(most, std::abs(y));
    if (std::isnan(y) ? !std::isnan(x) : (std::isinf(y) && x != y)) return 1e30;
  }
  return apart / most;
}

}  // namespace

TEST_CASE("products give what tiles give, gradients that are added to among it", "[gpu][attention]") {
  const Device device = played_gpu();
  for (const bool causal : {false, true})
    for (const bool add : {false, true}) {
      const Given g = given(causal);
      const std::vector<Tensor> tiles = run(device, g, asked_for(), add),
                                found = run(device, g, products(), add);
      for (size_t i = 0; i < found.size(); ++i) {
        CAPTURE(causal, add, i);
        CHECK(difference(found[i], tiles[i]) <= 1e-2);
      }
    }
}

TEST_CASE("products read and write bfloat16, too", "[gpu][attention][narrow]") {
  const Device device = played_gpu();
  Given g = given(true);
  for (Tensor* t : {&g.q, &g.k, &g.v, &g.dout}) *t = widen(narrow(*t, DType::kBFloat16));
  std::vector<Tensor> expected = run(device, g, products());
  for (size_t i : {0u, 2u, 3u, 4u}) expected[i] = widen(narrow(expected[i], DType::kBFloat16));
  CHECK(same_bits(run(device, g, products(), false, DType::kBFloat16), expected));
  const std::vector<Tensor> wide = run(device, g, products(), true),
                            added = run(device, g, products(), true, DType::kBFloat16);
  for (size_t i = 0; i < wide.size(); ++i) CHECK(difference(added[i], wide[i]) <= 1e-2);
}

TEST_CASE("how many heads are worked on at a time changes no bit, and once warm no memory is asked for",
          "[gpu][attention]") {
  const Device device = played_gpu();
  const Given g = given(true);
  const std::vector<Tensor> all = run(device, g, products());
  cuda::threads_run_backwards = true;
  const std::vector<Tensor> backwards = run(device, g, products());
  cuda::threads_run_backwards = false;
  CHECK(same_bits(backwards, all));
  for (const int64_t most_bytes : {int64_t{1}, int64_t{40000}, int64_t{100000}}) {
    const int before = asked_of(device).batches;
    CHECK(same_bits(run(device, g, products(most_bytes)), all));
    CHECK((asked_of(device).batches == before) == (most_bytes == 1));
    for (int warm = 0; warm < 3; ++warm) run(device, g, products(most_bytes));
    const int allocations = asked_of(device).allocations;
    run(device, g, products(most_bytes));
    CHECK(asked_of(device).allocations == allocations);
  }
}

TEST_CASE("eight numbers are moved wherever they lie", "[gpu][attention]") {
  alignas(16) float from[12], to[13];
  for (size_t i = 0; i < 12; ++i) from[i] = 1.0f + 0.25f * static_cast<float>(i);
  for (size_t at = 0; at < 4; ++at) {
    std::fill(std::begin(to), std::end(to), 0.0f);
    cuda::write_unit(cuda::read_unit(from + at), to + at);
    CHECK(std::equal(from + at, from + at + cuda::kUnit, to + at));
    CHECK((to[at + cuda::kUnit] == 0 && (at == 0 || to[at - 1] == 0)));
    const cuda::NarrowUnit narrow = cuda::narrowed(cuda::read_unit(from + at));
    for (size_t i = 0; i < cuda::kUnit; ++i)
      CHECK(bfloat16_to_float(narrow.bits[i]) == from[at + i]);  // few bits: exact
  }
}

TEST_CASE("bf16 runs go by products where a batch is large, and no others", "[gpu][attention]") {
  Given large = given(false);
  large.plan.queries = large.plan.keys = Spans::packed(std::vector<int32_t>(40, 96));
  for (Tensor* t : {&large.q, &large.k}) *t = random_tensor({40 * 96, kHeads * kK}, 5, DType::kFloat32);
  for (Tensor* t : {&large.v, &large.dout}) *t = random_tensor({40 * 96, kHeads * kV}, 6, DType::kFloat32);
  const Device narrows = played_gpu(size_t{1} << 32, true), exact = played_gpu();
  auto worth = [&](const Device& device, const Given& g) {
    return cuda::worth_products(device, g.plan, g.q, g.v);
  };
  CHECK_FALSE(worth(narrows, large));  // values that narrow are little work for a product
  large.v = random_tensor({40 * 96, kHeads * kK}, 6, DType::kFloat32);
  CHECK(worth(narrows, large));
  CHECK_FALSE(worth(exact, large));
  CHECK_FALSE(worth(narrows, given(false)));
  Given odd = large, wide = large, long_text = large;
  odd.q = random_tensor({40 * 96, kHeads * 18}, 7, DType::kFloat32);
  CHECK_FALSE(worth(narrows, odd));
  wide.q = random_tensor({1, kHeads * kK}, 8);
  CHECK_FALSE(worth(narrows, wide));
  Given ragged = large;
  ragged.plan.queries.length.assign(40, 9);
  ragged.plan.queries.length[0] = 96;
  CHECK_FALSE(worth(narrows, ragged));
  long_text.plan.queries = long_text.plan.keys = Spans::packed({1 << 15});
  CHECK_FALSE(worth(narrows, long_text));
}

TEST_CASE("what runs ask for is given by products or tiles", "[gpu][attention]") {
  Given g = given(true);
  g.plan.queries = g.plan.keys = Spans::packed({96, 1, 0, 40, 96, 2, 3, 31, 1, 96});
  const int64_t rows = g.plan.keys.rows();
  uint64_t seed = 20;
  for (Tensor* t : {&g.q, &g.k, &g.v, &g.dout})
    *t = random_tensor({rows, kHeads * 4 * kK}, ++seed, DType::kFloat32);
  for (const bool narrows : {true, false}) {
    const Device device = played_gpu(size_t{1} << 32, narrows);
    const std::vector<Tensor> found = run(device, g, asked_for());
    CHECK((asked_of(device).batches > 0) == narrows);
    CHECK(same_bits(found, run(device, g, products())) == narrows);
  }
}

TEST_CASE("a step that attends by products is recorded and repeated", "[gpu][attention][replay]") {
  const DType type = GENERATE(DType::kFloat32, DType::kBFloat16);
  const Device device = played_gpu(size_t{1} << 32, true), plain = played_gpu();
  const std::unique_ptr<StepReplay> replay = device.make_replay(device);
  Given g = given(false);
  const Buffers b(device, g, true, type), expected(plain, g, true, type);
  auto bytes = [](const std::vector<int32_t>& x) {
    const auto* first = reinterpret_cast<const char*>(x.data());
    return std::vector<char>(first, first + x.size() * sizeof(int32_t));
  };
  const Way way = products(60000);
  int asked = 0;
  for (const std::vector<int32_t>& lengths :
       std::vector<std::vector<int32_t>>{{7, 11, 1, 17}, {3, 17, 0, 16}, {17, 1, 17, 1}, {9, 9, 17, 1}}) {
    g.plan.queries = g.plan.keys = Spans::packed(lengths);
    way.forward(plain, g.plan, expected.pass);
    way.backward(plain, g.plan, expected.pass, expected.dout, expected.to);
    replay->plan({{"36 rows", {}, {bytes(g.plan.keys.begin), bytes(lengths)}, {0, 1}}});
    replay->next([&](bool) {
      ++asked;
      way.forward(device, g.plan, b.pass);
      way.backward(device, g.plan, b.pass, b.dout, b.to);
    });
  }
  CHECK(asked == 2);
  CHECK(replay->repeated() == 3);
  CHECK(replay->problem().empty());
  CHECK(same_bits(b.results(device), expected.results(plain)));
}

#endif

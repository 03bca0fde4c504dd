// What decoders that look back at every step are made of: a step of a cell, rows and columns. Gradients
// against central differences, on every GPU too.
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr int64_t kB = 3, kH = 5;

Tensor in_doubles(const Shape& shape, uint64_t seed) {
  return random_tensor(shape, seed);
}

int64_t state_of(Cell cell) {
  return cell == Cell::kLstm ? 2 * kH : kH;
}

// W [G·H, in], W_hh, and both biases.
std::vector<Tensor> cell_weights(Cell cell, int64_t in, uint64_t seed) {
  const int64_t G = gates_of(cell) * kH;
  return {in_doubles({G, in}, seed), in_doubles({G, kH}, seed + 1), in_doubles({G}, seed + 2),
          in_doubles({G}, seed + 3)};
}

}  // namespace

TEST_CASE("gradients of a step of a cell", "[gradient][recurrent]") {
  const Cell cell = GENERATE(Cell::kRnn, Cell::kGru, Cell::kLstm);
  const int64_t G = gates_of(cell) * kH;
  check_gradients(
      [cell](Context& ctx, const std::vector<Variable>& x) {
        return recurrent_step(ctx, cell, x[0], x[1], x[2]);
      },
      {in_doubles({kB, G}, 1), in_doubles({kB, G}, 2), in_doubles({kB, state_of(cell)}, 3)});
}

TEST_CASE("a cell step by step is the layer over all words", "[recurrent]") {
  const Cell cell = GENERATE(Cell::kRnn, Cell::kGru, Cell::kLstm);
  const std::vector<Tensor> w = cell_weights(cell, 4, 10);
  const Tensor x = in_doubles({6, 4}, 9);
  Bench bench(false);
  Context& ctx = bench.ctx;
  std::vector<Variable> v;
  for (const Tensor& weight : w) v.emplace_back(weight);
  const Variable words(x);
  const Tensor whole = recurrent(ctx, cell, words, Spans::packed({6}), {{v[0], v[1], v[2], v[3]}}).value();
  Variable state(Tensor::zeros({1, state_of(cell)}, DType::kFloat64));
  for (int64_t t = 0; t < 6; ++t) {
    const Variable a = linear(ctx, rows(ctx, words, t, 1), v[0], v[2]);
    const Variable u = linear(ctx, columns(ctx, state, 0, kH), v[1], v[3]);
    state = recurrent_step(ctx, cell, a, u, state);
    CHECK(relative_difference(columns(ctx, state, 0, kH).value(), whole.rows(t, 1)) <= 1e-12);
  }
}

TEST_CASE("gradients of rows, columns and stacks", "[gradient][recurrent]") {
  const std::vector<Tensor> inputs{in_doubles({4, 5}, 4), in_doubles({2, 5}, 5)};
  check_gradients(
      [](Context& ctx, const std::vector<Variable>& x) {
        return stack(ctx, {rows(ctx, x[0], 1, 2), x[1], rows(ctx, x[0], 2, 2), x[1]});
      },
      inputs);
  const int64_t first = GENERATE(0, 1, 3);
  check_gradients(
      [first](Context& ctx, const std::vector<Variable>& x) {
        return add(ctx, columns(ctx, x[0], first, 2), columns(ctx, x[0], 2, 2));
      },
      {in_doubles({3, 5}, 6)});
}

TEST_CASE("steps, rows, columns and stacks of the wrong sizes are refused", "[recurrent]") {
  Bench bench(false);
  const Variable x(in_doubles({2, 6}, 1)), narrow(in_doubles({2, 4}, 1));
  CHECK(contains(message_of([&] { rows(bench.ctx, x, 1, 2); }), "no rows 1 to 2"));
  CHECK(contains(message_of([&] { columns(bench.ctx, x, 5, 2); }), "no columns 5 to 6"));
  CHECK(contains(message_of([&] { stack(bench.ctx, {x, narrow}); }), "expected 6 columns"));
  CHECK(contains(message_of([&] { recurrent_step(bench.ctx, Cell::kGru, x, x, narrow); }), "a state [2, 2]"));
}

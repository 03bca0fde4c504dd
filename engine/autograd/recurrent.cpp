#include "engine/autograd/ops.h"

namespace heed {
namespace {

void check_recurrent(Cell cell, const Variable& x, const Spans& sentences,
                     const std::vector<RecurrentWeights>& directions) {
  check(directions.size() == 1 || directions.size() == 2, "[recurrent] ", directions.size(),
        " directions: expected 1 or 2.");
  check(x.shape().rank() == 2, "[recurrent] x is ", x.shape(), ": expected [N, I].");
  int64_t next = 0;
  for (size_t b = 0; b < sentences.B(); next += sentences.length[b], ++b)
    check(sentences.begin[b] == next, "[recurrent] sentence ", b, " begins at row ", sentences.begin[b],
          ": expected ", next, ", right after the one before.");
  check(next == x.size(0), "[recurrent] the sentences have ", next, " words, x has ", x.size(0), " rows.");
  const int64_t H = directions.front().W_hh.size(-1);
  for (const RecurrentWeights& w : directions) {
    const Shape in{gates_of(cell) * H, x.size(1)}, state{gates_of(cell) * H, H}, bias{gates_of(cell) * H};
    check(w.W_ih.shape() == in && w.W_hh.shape() == state, "[recurrent] weights are ", w.W_ih.shape(),
          " and ", w.W_hh.shape(), ": expected ", in, " and ", state, ".");
    check(w.b_ih.shape() == bias && w.b_hh.shape() == bias, "[recurrent] biases are ", w.b_ih.shape(),
          " and ", w.b_hh.shape(), ": expected ", bias, ".");
  }
}

// One direction, and what its backward pass needs of its forward pass.
struct Direction {
  RecurrentPlan plan;
  RecurrentWeights w;
  Tensor gates, memory;
};

void run(Context& ctx, const Variable& x, const Direction& d, const Tensor& states) {
  auto packed = [&](const Variable& W) { return ctx.tape ? Tensor{} : W.node().packed; };
  ctx.kernels().matmul.linear(*ctx.device, x.value(), d.w.W_ih.value(), packed(d.w.W_ih), d.w.b_ih.value(),
                              Activation::kNone, d.gates);
  ctx.kernels().recurrent.forward(*ctx.device, d.plan, d.w.W_hh.value(), packed(d.w.W_hh), d.w.b_hh.value(),
                                  d.gates, states, d.memory);
}

void differentiate(Context& ctx, const Variable& x, const Direction& d, const Tensor& states,
                   const Tensor& dstates) {
  const MatmulKernels& matmul = ctx.kernels().matmul;
  // In one direction a row of dstates is read for the last time just before it is written: memory that is
  // near.
  const Shape rows{x.size(0), d.plan.H};
  const Tensor previous = dstates.shape() == rows ? dstates : ctx.make(rows, x.dtype());
  ctx.kernels().recurrent.backward(*ctx.device, d.plan, d.w.W_hh.value(), states, dstates, d.gates, d.memory,
                                   previous);
  const Tensor &da = d.gates, &du = d.plan.cell == Cell::kGru ? d.memory : d.gates;
  contribute(ctx, x, [&](const Tensor& dx, bool add) {
    matmul.linear_dx(*ctx.device, da, d.w.W_ih.value(), dx, add);
  });
  contribute(ctx, d.w.W_ih,
             [&](const Tensor& dW, bool add) { matmul.linear_dW(*ctx.device, da, x.value(), dW, add); });
  contribute(ctx, d.w.W_hh,
             [&](const Tensor& dW, bool add) { matmul.linear_dW(*ctx.device, du, previous, dW, add); });
  if (!d.w.b_ih.requires_grad() && !d.w.b_hh.requires_grad()) return;
  const Tensor db = ctx.make(d.w.b_ih.shape(), x.dtype());
  auto pass = [&](const Tensor& bias, bool add) {
    ctx.kernels().elementwise.accumulate(*ctx.device, db, bias, add);
  };
  matmul.linear_db(*ctx.device, da, db, false);
  contribute(ctx, d.w.b_ih, pass);
  if (d.plan.cell == Cell::kGru) matmul.linear_db(*ctx.device, du, db, false);
  contribute(ctx, d.w.b_hh, pass);
}

}  // namespace

Variable recurrent(Context& ctx, Cell cell, const Variable& x, const Spans& sentences,
                   const std::vector<RecurrentWeights>& directions) {
  check_recurrent(cell, x, sentences, directions);
  const int64_t N = x.size(0), H = directions.front().W_hh.size(-1), G = gates_of(cell) * H;
  const Tensor states = ctx.make({N, H * static_cast<int64_t>(directions.size())}, x.dtype());
  std::vector<Direction> parts;
  for (const RecurrentWeights& w : directions) {
    const bool reverse = !parts.empty();
    Direction part{{cell, sentences, reverse, H, reverse ? H : 0}, w, ctx.make({N, G}, x.dtype()), {}};
    if (cell == Cell::kLstm) part.memory = ctx.make({N, H}, x.dtype());
    if (cell == Cell::kGru) part.memory = ctx.make({N, G}, x.dtype());
    run(ctx, x, part, states);
    parts.push_back(std::move(part));
  }
  const RecurrentWeights &f = directions.front(), &b = directions.back();
  return ctx.result("recurrent", states, {f.W_ih, f.W_hh, f.b_ih, f.b_hh, b.W_ih, b.W_hh, b.b_ih, b.b_hh, x},
                    [&ctx, x, parts, states](const Tensor& dstates) {
                      for (const Direction& part : parts) differentiate(ctx, x, part, states, dstates);
                    });
}

}  // namespace heed

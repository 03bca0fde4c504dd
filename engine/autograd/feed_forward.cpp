// While a small network learns, its rows go through some at a time: their hidden layer, its gradient and all
// weights stay in the processor's cache between the products that read them.
#include <algorithm>
#include <vector>

#include "engine/autograd/ops.h"

namespace heed {
namespace {

constexpr int64_t kRows = 192;               // of each thread
constexpr int64_t kLargestWeight = 1 << 16;  // numbers; two such with their gradients are a megabyte

struct Rows {
  int64_t first, count;
  Tensor of(const Tensor& rows) const { return rows.rows(first, count); }
};

// What goes through together. The weights' gradients are sums over its parts, one after the other: which rows
// are a part does not depend on the number of threads, so neither do the sums.
struct Block : Rows {
  std::vector<Rows> parts;  // counted from its first row
};

// Parts of about as many rows each, and of them a block for as many threads as there are.
std::vector<Block> blocks_of(const Context& ctx, int64_t N) {
  const int64_t threads = ctx.device->threads ? ctx.device->threads->size() : 1;
  const int64_t count = (N + kRows - 1) / kRows;
  std::vector<Block> blocks;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t first = N * i / count, rows = N * (i + 1) / count - first;
    if (i % threads == 0) blocks.push_back({{first, 0}, {}});
    Block& block = blocks.back();
    block.parts.push_back({first - block.first, rows});
    block.count += rows;
  }
  return blocks;
}

int64_t largest(const std::vector<Block>& blocks) {
  int64_t rows = 0;
  for (const Block& block : blocks) rows = std::max(rows, block.count);
  return rows;
}

// What watches each result wants each product by itself; weights that are held have no gradients to save.
bool worth_blocks(const Context& ctx, const Variable& x, const FeedForwardWeights& w, Activation f) {
  return kLearns && ctx.tape && w.W_in.requires_grad() && !ctx.trace && !ctx.check_finite &&
         !ctx.device->separate && f == Activation::kRelu && x.size(0) > 0 &&
         w.W_in.value().count() <= kLargestWeight;
}

// Gradients of one block, which adds to what the blocks before it gave the weights.
struct Gradients {
  GradientPlace x, W_in, b_in, W_out, b_out;
};

void weight_gradient(const Context& ctx, const Block& block, const Tensor& dy, const Tensor& x,
                     const GradientPlace& to) {
  for (const Rows& part : block.parts)
    ctx.kernels().matmul.linear_dW(*ctx.device, part.of(dy), part.of(x), to.dx,
                                   to.add || &part != &block.parts.front());
}

void backward(const Context& ctx, const FeedForwardWeights& w, const Block& block, const Tensor& x,
              const Tensor& h, const Tensor& dy, const Tensor& dh, const Gradients& to) {
  const Device& device = *ctx.device;
  const MatmulKernels& matmul = ctx.kernels().matmul;
  matmul.linear_db(device, dy, to.b_out.dx, to.b_out.add);
  weight_gradient(ctx, block, dy, h, to.W_out);
  matmul.linear_dx(device, dy, w.W_out.value(), dh, false);
  ctx.kernels().elementwise.activate_backward(device, Activation::kRelu, h, dh, dh, false);
  matmul.linear_db(device, dh, to.b_in.dx, to.b_in.add);
  weight_gradient(ctx, block, dh, x, to.W_in);
  matmul.linear_dx(device, dh, w.W_in.value(), to.x.dx, to.x.add);
}

Variable in_blocks(Context& ctx, const Variable& x, const FeedForwardWeights& w, Activation f) {
  const std::vector<Block> blocks = blocks_of(ctx, x.size(0));
  const Tensor h = ctx.make({x.size(0), w.W_in.size(0)}, x.dtype());
  const Tensor y = ctx.make({x.size(0), w.W_out.size(0)}, x.dtype());
  for (const Block& block : blocks) {
    const MatmulKernels& matmul = ctx.kernels().matmul;
    const Tensor hidden = block.of(h);
    matmul.linear(*ctx.device, block.of(x.value()), w.W_in.value(), {}, w.b_in.value(), f, hidden);
    matmul.linear(*ctx.device, hidden, w.W_out.value(), {}, w.b_out.value(), Activation::kNone, block.of(y));
  }
  auto to_inputs = [&ctx, blocks, x, w, h](const Tensor& dy) {
    Gradients to{gradient_place(ctx, x), gradient_place(ctx, w.W_in), gradient_place(ctx, w.b_in),
                 gradient_place(ctx, w.W_out), gradient_place(ctx, w.b_out)};
    const Tensor dx = to.x.dx, dh = ctx.make({largest(blocks), h.size(1)}, h.dtype());
    for (const Block& block : blocks) {
      to.x.dx = block.of(dx);
      backward(ctx, w, block, block.of(x.value()), block.of(h), block.of(dy), dh.rows(0, block.count), to);
      for (GradientPlace* weight : {&to.W_in, &to.b_in, &to.W_out, &to.b_out}) weight->add = true;
    }
  };
  return ctx.result("feed_forward", y, {w.W_in, w.b_in, w.W_out, w.b_out, x}, to_inputs);
}

}  // namespace

Variable feed_forward(Context& ctx, const Variable& x, const FeedForwardWeights& w, Activation f, Keep keep) {
  check(x.shape().rank() == 2 && w.W_in.shape() == Shape{w.b_in.size(0), x.size(1)} &&
            w.W_out.shape() == Shape{w.b_out.size(0), w.b_in.size(0)},
        "[feed_forward] x is ", x.shape(), ", the weights are ", w.W_in.shape(), " and ", w.W_out.shape(),
        ", the biases ", w.b_in.shape(), " and ", w.b_out.shape(),
        ": expected [N, D], [F, D] and [O, F], [F] and [O].");
  if (worth_blocks(ctx, x, w, f)) return in_blocks(ctx, x, w, f);
  const Variable h = linear(ctx, x, w.W_in, w.b_in, f, Keep::kBFloat16);
  return linear(ctx, h, w.W_out, w.b_out, Activation::kNone, keep);
}

}  // namespace heed

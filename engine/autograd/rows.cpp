#include "engine/autograd/ops.h"

namespace heed {

Variable rows(Context& ctx, const Variable& x, int64_t first, int64_t count) {
  check(x.shape().rank() == 2 && first >= 0 && count >= 1 && first + count <= x.size(0), "[rows] x is ",
        x.shape(), ": it has no rows ", first, " to ", first + count - 1, ".");
  if (count == x.size(0)) return x;
  return ctx.result("rows", x.value().rows(first, count), {x}, [&ctx, x, first, count](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      if (!add) ctx.kernels().elementwise.fill(*ctx.device, 0, dx);
      ctx.kernels().elementwise.accumulate(*ctx.device, dy, dx.rows(first, count), true);
    });
  });
}

Variable stack(Context& ctx, const std::vector<Variable>& parts) {
  check(!parts.empty(), "[stack] nothing is given: expected a tensor or more.");
  int64_t count = 0;
  Variable learning = parts.front();  // one of those that do, if any
  for (const Variable& part : parts) {
    check(part.shape().rank() == 2 && part.size(1) == parts.front().size(1), "[stack] one is ", part.shape(),
          ": expected ", parts.front().size(1), " columns as the first has.");
    count += part.size(0);
    if (part.requires_grad()) learning = part;
  }
  const Tensor y = ctx.make({count, parts.front().size(1)}, parts.front().dtype());
  const ElementwiseKernels& kernels = ctx.kernels().elementwise;
  int64_t first = 0;
  for (const Variable& part : parts) {
    kernels.accumulate(*ctx.device, part.value(), y.rows(first, part.size(0)), false);
    first += part.size(0);
  }
  return ctx.result("stack", y, {learning}, [&ctx, &kernels, parts](const Tensor& dy) {
    int64_t begin = 0;
    for (const Variable& part : parts) {
      contribute(ctx, part, [&](const Tensor& dx, bool add) {
        kernels.accumulate(*ctx.device, dy.rows(begin, part.size(0)), dx, add);
      });
      begin += part.size(0);
    }
  });
}

Variable columns(Context& ctx, const Variable& x, int64_t first, int64_t count) {
  check(x.shape().rank() == 2 && first >= 0 && count >= 1 && first + count <= x.size(1), "[columns] x is ",
        x.shape(), ": it has no columns ", first, " to ", first + count - 1, ".");
  if (count == x.size(1)) return x;
  const GatherKernels& gather = ctx.kernels().gather;
  const Tensor y = ctx.make({x.size(0), count}, x.dtype());
  gather.slice_columns(*ctx.device, x.value(), first, y, false);
  return ctx.result("columns", y, {x}, [&ctx, &gather, x, first, count](const Tensor& dy) {
    const int64_t N = x.size(0), rest = x.size(1) - first - count;
    // Joins zeros for the columns that were not asked for.
    const auto beside = [&](const Tensor& a, const Tensor& b) {
      Tensor both = ctx.make({N, a.size(1) + b.size(1)}, x.dtype());
      gather.concat(*ctx.device, a, b, both);
      return both;
    };
    const Tensor left = first == 0 ? dy : beside(ctx.filled({N, first}, x.dtype(), 0), dy);
    move_gradient(ctx, x, rest == 0 ? left : beside(left, ctx.filled({N, rest}, x.dtype(), 0)));
  });
}

}  // namespace heed

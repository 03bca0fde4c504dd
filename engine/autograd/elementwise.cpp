#include "engine/autograd/ops.h"

namespace heed {

Variable add(Context& ctx, const Variable& a, const Variable& b) {
  const bool narrow = a.dtype() == DType::kFloat32 && b.dtype() == DType::kBFloat16;
  check(a.shape() == b.shape() && (a.dtype() == b.dtype() || narrow), "[add] a is ", a.shape(), ", b is ",
        b.shape(), ", of ", name_of(a.dtype()), " and ", name_of(b.dtype()),
        ": expected equal shapes, and b of a's type or narrower.");
  Tensor y = ctx.make(a.shape(), a.dtype());
  ctx.kernels().elementwise.add(*ctx.device, a.value(), b.value(), y);
  return ctx.result("add", y, {a, b}, [&ctx, a, b, narrow](const Tensor& dy) {
    contribute(ctx, narrow ? b : a, [&](const Tensor& dx, bool add) {
      ctx.kernels().elementwise.accumulate(*ctx.device, dy, dx, add);
    });
    move_gradient(ctx, narrow ? a : b, dy);
  });
}

Variable widen(Context& ctx, const Variable& x) {
  if (x.dtype() != DType::kBFloat16) return x;
  return ctx.result("widen", ctx.in_type(wide(x.dtype()), x.value()), {x}, [&ctx, x](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().elementwise.accumulate(*ctx.device, dy, dx, add);
    });
  });
}

Variable multiply(Context& ctx, const Variable& a, const Variable& b) {
  check(a.shape() == b.shape() && a.dtype() == b.dtype(), "[multiply] a is ", a.shape(), ", b is ", b.shape(),
        ": expected equal shapes.");
  Tensor y = ctx.make(a.shape(), a.dtype());
  ctx.kernels().elementwise.multiply(*ctx.device, a.value(), b.value(), y, false);
  return ctx.result("multiply", y, {a, b}, [&ctx, a, b](const Tensor& dy) {
    auto pass = [&](const Variable& x, const Variable& other) {
      contribute(ctx, x, [&](const Tensor& dx, bool add) {
        ctx.kernels().elementwise.multiply(*ctx.device, dy, other.value(), dx, add);
      });
    };
    pass(a, b);
    pass(b, a);
  });
}

Variable scale(Context& ctx, const Variable& x, double factor) {
  if (factor == 1) return x;
  return multiply(ctx, x, Variable(ctx.filled(x.shape(), x.dtype(), factor)));
}

Variable activate(Context& ctx, Activation f, const Variable& x) {
  if (f == Activation::kNone) return x;
  Tensor y = ctx.make(x.shape(), x.dtype());
  ctx.kernels().elementwise.activate(*ctx.device, f, x.value(), y);
  const Tensor seen = slopes_by_input(f) ? x.value() : y;
  return ctx.result("activate", y, {x}, [&ctx, f, x, seen](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().elementwise.activate_backward(*ctx.device, f, seen, dy, dx, add);
    });
  });
}

namespace {

Variable dropout_of(Context& ctx, double rate, const Variable& x, bool of_texts, bool rows) {
  check(rate >= 0 && rate < 1, "[dropout] the rate is ", rate, ": expected 0 or more and less than 1.");
  if (!kLearns || !ctx.training || rate == 0) return x;
  const DropoutKey key = ctx.next_dropout(x.shape(), of_texts, rows);
  Tensor y = ctx.make(x.shape(), x.dtype());
  ctx.kernels().elementwise.dropout(*ctx.device, key, rate, rows, x.value(), y, false);
  return ctx.result("dropout", y, {x}, [&ctx, key, rate, rows, x](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().elementwise.dropout(*ctx.device, key, rate, rows, dy, dx, add);
    });
  });
}

}  // namespace

Variable dropout(Context& ctx, double rate, const Variable& x, bool rows) {
  return dropout_of(ctx, rate, x, false, rows);
}

Variable dropout_of_texts(Context& ctx, double rate, const Variable& x) {
  return dropout_of(ctx, rate, x, true, false);
}

}  // namespace heed

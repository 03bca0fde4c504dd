#include "engine/autograd/ops.h"

namespace heed {
namespace {

// x and W as the products of a layer read them, forwards and backwards.
struct Factors {
  bool narrow;
  Tensor x, W;

  Factors(Context& ctx, const Variable& from_x, const Variable& from_W) {
    const auto narrows = ctx.kernels().matmul.narrows;
    narrow = ctx.tape && narrows && narrows(*ctx.device, from_x.value(), from_W.value());
    x = narrow ? ctx.tape->narrowed(ctx, from_x) : from_x.value();
    W = narrow ? ctx.tape->narrowed(ctx, from_W) : from_W.value();
  }
};

DType type_of_result(const Context& ctx, const Factors& factors, DType x, Keep keep) {
  if (factors.narrow && keep == Keep::kBFloat16 && !ctx.trace) return DType::kBFloat16;
  return wide(x);
}

}  // namespace

Variable linear(Context& ctx, const Variable& x, const Variable& W, const Variable& b, Activation f,
                Keep keep) {
  check(x.shape().rank() == 2 && W.shape().rank() == 2 && x.size(1) == W.size(1), "[linear] x is ", x.shape(),
        ", weight is ", W.shape(), ": the last sizes must be equal.");
  check(!b.defined() || b.shape() == Shape{W.size(0)}, "[linear] bias is ", b.defined() ? b.shape() : Shape{},
        ": expected [", W.size(0), "], one per row of the weight ", W.shape(), ".");
  // The gradients of the others need what went in.
  const bool fused = !ctx.tape || f == Activation::kNone || f == Activation::kRelu;
  const Factors factors(ctx, x, W);
  Tensor y = ctx.make({x.size(0), W.size(0)}, type_of_result(ctx, factors, x.dtype(), keep));
  ctx.kernels().matmul.linear(*ctx.device, factors.x, factors.W, ctx.tape ? Tensor{} : W.node().packed,
                              b.defined() ? b.value() : Tensor{}, fused ? f : Activation::kNone, y);
  const bool relu = f == Activation::kRelu;
  Variable out = ctx.result("linear", y, {W, x, b}, [&ctx, x, W, b, relu, y, factors](const Tensor& given) {
    const MatmulKernels& matmul = ctx.kernels().matmul;
    if (relu)
      ctx.kernels().elementwise.activate_backward(*ctx.device, Activation::kRelu, y, given, given, false);
    const Tensor dy = factors.narrow ? ctx.in_type(DType::kBFloat16, given) : given;
    contribute(ctx, x,
               [&](const Tensor& dx, bool add) { matmul.linear_dx(*ctx.device, dy, factors.W, dx, add); });
    contribute(ctx, W,
               [&](const Tensor& dW, bool add) { matmul.linear_dW(*ctx.device, dy, factors.x, dW, add); });
    contribute(ctx, b, [&](const Tensor& db, bool add) { matmul.linear_db(*ctx.device, dy, db, add); });
  });
  return fused ? out : activate(ctx, f, out);
}

}  // namespace heed

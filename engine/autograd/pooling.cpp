#include "engine/autograd/ops.h"

namespace heed {
namespace {

void check_pool(const char* op, const Variable& x, const Spans& spans) {
  check(x.shape().rank() == 2 && spans.rows() <= x.size(0), "[", op, "] x is ", x.shape(),
        ", the sentences need ", spans.rows(), " rows.");
}

}  // namespace

Variable mean_pool(Context& ctx, const Variable& x, const Spans& spans, bool root) {
  check_pool("mean_pool", x, spans);
  Tensor y = ctx.make({static_cast<int64_t>(spans.B()), x.size(1)}, x.dtype());
  ctx.kernels().reduce.span_mean(*ctx.device, x.value(), spans, root, y);
  return ctx.result("mean_pool", y, {x}, [&ctx, x, spans, root](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().reduce.span_mean_dx(*ctx.device, dy, spans, root, dx, add);
    });
  });
}

Variable max_pool(Context& ctx, const Variable& x, const Spans& spans) {
  check_pool("max_pool", x, spans);
  Tensor y = ctx.make({static_cast<int64_t>(spans.B()), x.size(1)}, x.dtype());
  Tensor argmax = ctx.make(y.shape(), DType::kInt32);
  ctx.kernels().reduce.span_max(*ctx.device, x.value(), spans, y, argmax);
  return ctx.result("max_pool", y, {x}, [&ctx, x, argmax](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().reduce.span_max_dx(*ctx.device, dy, argmax, dx, add);
    });
  });
}

}  // namespace heed

#include "engine/nn/partial_rotary.h"

namespace heed::nn {
namespace {

// The same numbers as rows of another width.
Variable as_rows_of(Context& ctx, const Variable& x, int64_t width) {
  const Tensor rows = x.value().reshaped({x.value().count() / width, width});
  return ctx.result("reshaped", rows, {x},
                    [&ctx, x](const Tensor& dy) { move_gradient(ctx, x, dy.reshaped(x.shape())); });
}

}  // namespace

Variable partial_rotary(Context& ctx, const Variable& x, int64_t K, const Spans& texts,
                        const Tensor& angles) {
  const int64_t d = angles.size(1), width = x.size(1);
  const Variable heads = as_rows_of(ctx, x, K);
  const Variable first = as_rows_of(ctx, columns(ctx, heads, 0, d), width / K * d);
  const Variable turned = as_rows_of(ctx, rotary(ctx, first, texts, angles), d);
  return as_rows_of(ctx, concat(ctx, turned, columns(ctx, heads, d, K - d)), width);
}

}  // namespace heed::nn

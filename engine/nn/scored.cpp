#include <cmath>
#include <limits>

#include "engine/nn/mechanisms.h"

namespace heed::nn {
namespace {

template <class T>
void hide(const Tensor& shown, const Tensor& scores, const Spans& rows) {
  std::fill_n(shown.data<T>(), shown.count(), -std::numeric_limits<T>::infinity());
  for (size_t r = 0; r < rows.B(); ++r)
    std::copy_n(scores.data<T>() + rows.begin[r], rows.length[r], shown.data<T>() + rows.begin[r]);
}

}  // namespace

Variable Scored::scaled(Context& ctx, const Variable& scores, double factor, const Spans& rows) const {
  const Variable e = scale(ctx, ctx.point(name_ + ".scores", scores), factor / options_.temperature);
  const Variable seen = ctx.point(name_ + ".scaled", e);
  if (ctx.watched(name_ + ".masked")) {
    const Tensor shown(seen.shape(), seen.dtype());
    const Tensor values = ctx.host(seen.value());
    if (seen.dtype() == DType::kFloat64)
      hide<double>(shown, values, rows);
    else
      hide<float>(shown, values, rows);
    ctx.trace->record(name_ + ".masked", shown);
  }
  return seen;
}

Variable Scored::scaled_dot(Context& ctx, AttentionPlan plan, const Variable& q, const Variable& k,
                            const Spans& rows) const {
  plan.scale = 1;
  const double K = static_cast<double>(options_.query) / static_cast<double>(options_.heads);
  return scaled(ctx, dot_scores(ctx, plan, q, k), 1 / std::sqrt(K), rows);
}

Variable Scored::named(Context& ctx, const Variable& weights) const {
  return ctx.point(name_ + ".weights", weights);
}

Variable add_weight(Parameters& parameters, const std::string& name, int64_t out, int64_t in) {
  return parameters.add(name + ".weight", {out, in}, Init::kUniform, in);
}

}  // namespace heed::nn

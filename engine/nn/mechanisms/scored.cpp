#include <cmath>
#include <limits>

#include "engine/nn/mechanisms/mechanisms.h"

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
  Variable seen = ctx.point(name_ + ".scaled", e);
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

void Scored::trace_threshold(Context& ctx, const Variable& scores, const Variable& weights, const Spans& rows,
                             double (*threshold)(double score, double weight)) const {
  if (!ctx.watched(name_ + ".threshold")) return;
  const std::vector<double> e = ctx.host(scores.value()).to(DType::kFloat64).values<double>();
  const std::vector<double> a = ctx.host(weights.value()).to(DType::kFloat64).values<double>();
  std::vector<float> found(rows.B(), -std::numeric_limits<float>::infinity());
  for (size_t r = 0; r < rows.B(); ++r)
    for (int32_t s = 0; s < rows.length[r]; ++s) {
      const auto at = static_cast<size_t>(rows.begin[r]) + static_cast<size_t>(s);
      if (a[at] > 0) found[r] = static_cast<float>(threshold(e[at], a[at]));
    }
  ctx.trace->record(name_ + ".threshold", Tensor::of<float>({static_cast<int64_t>(rows.B()), 1}, found));
}

Variable Scored::named(Context& ctx, const Variable& weights) const {
  return ctx.point(name_ + ".weights", weights);
}

Variable add_weight(Parameters& parameters, const std::string& name, int64_t out, int64_t in) {
  return parameters.add(name + ".weight", {out, in}, Init::kUniform, in);
}

}  // namespace heed::nn

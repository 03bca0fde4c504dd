#include "engine/nn/norm.h"

namespace heed::nn {

Norm::Norm(Parameters& parameters, const std::string& name, int64_t D, const NormSizes& s)
    : sizes(s), weight(parameters.add(name + ".weight", {D}, Init::kOnes)) {
  if (s.has_bias && s.kind == NormKind::kLayer) bias = parameters.add(name + ".bias", {D}, Init::kZeros);
}

Variable Norm::operator()(Context& ctx, const Variable& x) const {
  if (sizes.kind == NormKind::kRms) return rms_norm(ctx, x, weight, sizes.epsilon);
  return layer_norm(ctx, x, weight, bias, sizes.epsilon);
}

Variable Norm::operator()(Context& ctx, const Variable& x, const Variable& f, double rate) const {
  if (sizes.kind == NormKind::kRms) return (*this)(ctx, add(ctx, x, dropout(ctx, rate, f)));
  return residual_norm(ctx, x, f, rate, weight, bias, sizes.epsilon);
}

}  // namespace heed::nn

// An edit of an activation (Trace::Edit) that the way back leads through.
#pragma once

#include <functional>

#include "engine/tensor/tensor.h"

namespace heed {

// y = value(x); all tensors are on the host.
struct DifferentiableEdit {
  std::function<Tensor(const Tensor& x)> value;
  std::function<Tensor(const Tensor& x, const Tensor& dy)> gradient;  // by x

  Tensor operator()(const Tensor& x) const { return value(x); }
};

}  // namespace heed

#pragma once

#include "engine/kernels/elementwise.h"

namespace heed {

// Gated units (Shazeer 2020): of x [N, 2F], each row [u, g], y [N, F] = f(u) ⊙ g. Activations are kGelu,
// kGeluTanh, kSilu and kRelu. Where MatmulKernels::narrows, each tensor may be float32 or bfloat16.
struct GatedKernels {
  void (*gate)(const Device&, Activation f, const Tensor& x, const Tensor& y);
  // du (+)= dy ⊙ g ⊙ f'(u), dg (+)= dy ⊙ f(u)
  void (*gate_backward)(const Device&, Activation f, const Tensor& x, const Tensor& dy, const Tensor& dx,
                        bool add);
};

}  // namespace heed

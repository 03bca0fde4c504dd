#pragma once

#include "engine/kernels/elementwise.h"

namespace heed {

// x [N, I] any rows; W [O, I] as in the papers and in PyTorch; b [O]; y [N, O]. Where `narrows` says so, each
// tensor of a call may be bfloat16, too.
struct MatmulKernels {
  // W laid out for `linear`, once for constant weights. What is inside is the device's own business.
  Tensor (*pack)(const Device&, const Tensor& W, Allocator& memory);
  // y = f(x Wᵀ + b); b may be undefined. `packed` is pack(W), or that of kernels/int8.h
  // (then W is not looked at), or undefined; `O` is y's width.
  void (*linear)(const Device&, const Tensor& x, const Tensor& W, const Tensor& packed, const Tensor& b,
                 Activation, const Tensor& y);
  void (*linear_dx)(const Device&, const Tensor& dy, const Tensor& W, const Tensor& dx,
                    bool add);  // dx = dy W
  void (*linear_dW)(const Device&, const Tensor& dy, const Tensor& x, const Tensor& dW,
                    bool add) = nullptr;  // dW = dyᵀ x
  void (*linear_db)(const Device&, const Tensor& dy, const Tensor& db,
                    bool add) = nullptr;  // db = Σ rows of dy
  // Whether y = x Wᵀ and its gradients are made of factors that are rounded to bfloat16; null: never are.
  bool (*narrows)(const Device&, const Tensor& x, const Tensor& W) = nullptr;
};

}  // namespace heed

// The three products of a layer y [N, O] = x [N, I] Wᵀ and of its way back, made by one library or another.
#pragma once

#include <functional>

#include "engine/kernels/kernels.h"

namespace heed::bench {

struct Multiplier {
  const char* name;
  bool packs;  // lays weights out once for all steps
  std::function<void(const Tensor& x, const Tensor& W, const Tensor& packed, const Tensor& y)> forward;
  std::function<void(const Tensor& dy, const Tensor& W, const Tensor& dx)> dx;
  std::function<void(const Tensor& dy, const Tensor& x, const Tensor& dW)> dW;
};

inline Multiplier engine(const Device& device) {
  const MatmulKernels& k = device.kernels->matmul;
  return {
      "heed", true,
      [&](const Tensor& x, const Tensor& W, const Tensor& packed, const Tensor& y) {
        k.linear(device, x, W, packed, {}, Activation::kNone, y);
      },
      [&](const Tensor& dy, const Tensor& W, const Tensor& dx) { k.linear_dx(device, dy, W, dx, false); },
      [&](const Tensor& dy, const Tensor& x, const Tensor& dW) { k.linear_dW(device, dy, x, dW, false); }};
}

Multiplier eigen();  // eigen.cpp, compiled for this very processor

inline Tensor numbers(int64_t rows, int64_t columns) {
  Tensor tensor({rows, columns}, DType::kFloat32);
  for (int64_t i = 0; i < tensor.count(); ++i)
    tensor.data<float>()[i] = static_cast<float>(i % 17) / 17 - 0.5f;
  return tensor;
}

}  // namespace heed::bench

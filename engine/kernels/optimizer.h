#pragma once

#include <vector>

#include "engine/device/device.h"

namespace heed {

// One step of Adam (Kingma & Ba 2015, algorithm 1), with the numbers that do not depend on the element
// worked out before.
struct AdamStep {
  float beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f;
  float rate = 0;             // α / (1 - β₁ᵗ)
  float root_correction = 1;  // 1 / √(1 - β₂ᵗ)
  float l2 = 0;               // added to the gradient: g + l2 θ
  float decay = 0;            // α·weight_decay, taken off the weights themselves (AdamW)
  float ema_keep = 0;         // averaged weights: a ← keep·a + (1 - keep)·θ
};

struct OptimizerKernels {
  // All float32 of one size; `average` may be undefined. Gradients are multiplied by `clip` as they are read.
  void (*adam)(const Device&, const AdamStep&, float clip, const Tensor& gradient, const Tensor& weight,
               const Tensor& m, const Tensor& v, const Tensor& average);
  // Rows of a table that had no gradient in steps first[r]… of `steps` are brought up to date: row rows[i]
  // takes steps first[i] to the last one, each with gradient zero.
  void (*adam_catch_up)(const Device&, const std::vector<AdamStep>& steps, const std::vector<int32_t>& rows,
                        const std::vector<int32_t>& first, const Tensor& weight, const Tensor& m,
                        const Tensor& v, const Tensor& average);
  // One step for the rows `rows` of a table, gradient [rows, D].
  void (*adam_rows)(const Device&, const AdamStep&, float clip, const std::vector<int32_t>& rows,
                    const Tensor& gradient, const Tensor& weight, const Tensor& m, const Tensor& v,
                    const Tensor& average);
};

}  // namespace heed

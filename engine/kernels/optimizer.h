#pragma once

#include <vector>

#include "engine/device/device.h"

namespace heed {

// kAdamMax: Adam whose second moment never falls (AMSGrad; Reddi et al. 2018).
enum class UpdateRule { kAdam, kAdamMax, kSgd, kMomentum, kNesterov };

// One step of an optimizer (optim/adam.h, optim/sgd.h), with the numbers that do not depend on the element
// worked out before.
struct UpdateStep {
  UpdateRule rule = UpdateRule::kAdam;
  float beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f;  // beta1 is also SGD's momentum
  float rate = 0;                                       // α of SGD, α / (1 - β₁ᵗ) of Adam
  float root_correction = 1;                            // 1 / √(1 - β₂ᵗ)
  float l2 = 0;                                         // added to the gradient: g + l2 θ
  float decay = 0;     // α·weight_decay, taken off the weights themselves (AdamW)
  float ema_keep = 0;  // averaged weights: a ← keep·a + (1 - keep)·θ
};

// What an optimizer keeps beside each weight, float32 and of the weights' size; what a rule does not use, and
// an average that nobody asked for, is undefined.
struct UpdateState {
  Tensor weight;
  Tensor m;        // Adam's first moment, SGD's velocity
  Tensor v;        // Adam's second moment
  Tensor v_max;    // the largest v so far
  Tensor average;  // of the weights
};

// A weight of which the whole gradient is there; its step is number `step` of StepEnd::steps.
struct WeightUpdate {
  int32_t step = 0;
  Tensor gradient;
  UpdateState state;
};

// The end of a training step on a device that the host does not wait for.
struct StepEnd {
  Tensor loss;      // [1]
  Tensor logits;    // [B, C]
  Tensor labels;    // int32 [B]
  double clip = 0;  // largest norm of the whole gradient; 0: no limit
  std::vector<UpdateStep> steps;
  // float64 [places, 3]: row `place` gets the loss, the gradient's norm before clipping, and the number of
  // rows whose class is right; where a label is negative none is.
  Tensor numbers;
  int32_t place = 0;
  // int32 [1]: becomes 1 when loss or norm are not finite. From then on no weight changes, so that the host,
  // which looks later, finds the weights that the step began with.
  Tensor halted;
};

struct OptimizerKernels {
  // Gradients are multiplied by `clip` as they are read.
  void (*update)(const Device&, const UpdateStep&, float clip, const Tensor& gradient, const UpdateState&);
  // Rows of a table that had no gradient in steps first[r]… of `steps` are brought up to date: row rows[i]
  // takes steps first[i] to the last one, each with gradient zero.
  void (*catch_up)(const Device&, const std::vector<UpdateStep>& steps, const std::vector<int32_t>& rows,
                   const std::vector<int32_t>& first, const UpdateState&);
  // One step for the rows `rows` of a table, gradient [rows, D].
  void (*update_rows)(const Device&, const UpdateStep&, float clip, const std::vector<int32_t>& rows,
                      const Tensor& gradient, const UpdateState&);
  // All weights at once, their gradients clipped by the norm of all; null where the host does this itself.
  void (*finish_step)(const Device&, const StepEnd&, const std::vector<WeightUpdate>&) = nullptr;
};

}  // namespace heed

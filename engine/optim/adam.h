// Adam (Kingma & Ba 2015, algorithm 1), AMSGrad (Reddi et al. 2018) and AdamW (Loshchilov & Hutter 2019):
//
//   m ← β₁ m + (1 - β₁) g,  v ← β₂ v + (1 - β₂) g²,  m̂ = m / (1 - β₁ᵗ),  v̂ = v / (1 - β₂ᵗ)
//   θ ← θ - α m̂ / (√v̂ + ε)                     AMSGrad: with the largest v so far
//   weight decay λ: Adam has g + λ θ for g, AdamW takes α λ θ off θ
#pragma once

#include <cmath>

#include "engine/optim/optimizer.h"

namespace heed {

// Step number t, counted from 1, at learning rate α.
inline UpdateStep adam_step(const OptimizerOptions& options, double t, double alpha) {
  UpdateStep step;
  step.rule = options.amsgrad ? UpdateRule::kAdamMax : UpdateRule::kAdam;
  step.beta1 = static_cast<float>(options.beta1);
  step.beta2 = static_cast<float>(options.beta2);
  step.epsilon = static_cast<float>(options.epsilon);
  step.rate = static_cast<float>(alpha / (1 - std::pow(options.beta1, t)));
  step.root_correction = static_cast<float>(1 / std::sqrt(1 - std::pow(options.beta2, t)));
  return step;
}

}  // namespace heed

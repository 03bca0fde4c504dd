// Stochastic gradient descent with momentum μ (Polyak 1964) as PyTorch writes it, on request Nesterov's
// (Sutskever et al. 2013):
//
//   v ← μ v + g,  θ ← θ - α v                  Nesterov: θ ← θ - α (g + μ v)
#pragma once

#include "engine/optim/optimizer.h"

namespace heed {

inline UpdateStep sgd_step(const OptimizerOptions& options, double alpha) {
  UpdateStep step;
  step.rule = options.momentum == 0 ? UpdateRule::kSgd
              : options.nesterov    ? UpdateRule::kNesterov
                                    : UpdateRule::kMomentum;
  step.beta1 = static_cast<float>(options.momentum);
  step.rate = static_cast<float>(alpha);
  return step;
}

}  // namespace heed

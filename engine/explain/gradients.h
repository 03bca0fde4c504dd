// Attributions by gradients of a target's score by what each word comes in as (Anatomy::inputs), summed over
// the width.
#pragma once

#include <string>
#include <vector>

#include "engine/explain/pass.h"
#include "engine/explain/target.h"

namespace heed::explain {

// Σ_d x_d ∂score/∂x_d per target and token (Denil et al. 2014; Shrikumar et al. 2016), [targets, N]. `held`:
// the attention maps are constants, as Jain & Wallace (2019) hold them.
Matrix gradient_input(const Subject& subject, const EncodedText& text, const std::vector<Target>& targets,
                      bool held = false);

// The gradients themselves, per point of `by`: [targets · N, width]. `patches` are of a batch of as many
// copies as there are targets.
std::vector<Matrix> gradients_by(const Subject& subject, const EncodedText& text,
                                 const std::vector<Target>& targets, const std::vector<std::string>& by,
                                 const Patches& patches = {});

// Integrated gradients (Sundararajan et al. 2017), along the straight line from inputs that are all zero:
//   x ⊙ 1/m Σ_k ∂score/∂x at (k + ½)/m · x
struct IntegratedGradients {
  std::vector<double> values;  // [N]
  double gap = 0;              // Σ values - (score - baseline): zero with steps enough (completeness)
  double score = 0, baseline = 0;
  int steps = 0;  // m
};
// With `steps` of them; or 0: doubled from 16 until the gap is at most `tolerance` of |score - baseline|, or
// there are 512.
IntegratedGradients integrated_gradients(const Subject& subject, const EncodedText& text,
                                         const Target& target, int steps = 0, double tolerance = 1e-3);

}  // namespace heed::explain

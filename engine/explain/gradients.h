// Attributions by gradients of a target's score by what each word comes in as (Anatomy::inputs), summed over
// the width.
#pragma once

#include <string>
#include <vector>

#include "engine/explain/pass.h"
#include "engine/explain/target.h"

namespace heed::explain {

// Σ_d x_d ∂score/∂x_d per target and token (Denil et al. 2014; Shrikumar et al. 2016), [targets, N].
// `held`: the attention maps are constants, as Jain & Wallace (2019) hold them.
Matrix gradient_input(const Subject& subject, const EncodedText& text, const std::vector<Target>& targets,
                      bool held = false);

// The gradients themselves, per point of `by`: [targets · N, width]. `patches` are of a batch of as many
// copies as there are targets.
std::vector<Matrix> gradients_by(const Subject& subject, const EncodedText& text,
                                 const std::vector<Target>& targets, const std::vector<std::string>& by,
                                 const Patches& patches = {});

// Integrated gradients (Sundararajan et al. 2017), along the straight line from empty inputs x':
//   (x - x') ⊙ Σ_k w_k ∂score/∂x at x' + a_k · (x - x'),  k = 1 to m
// Empty are zeros. Of inputs of one length the score changes as much between 10⁻⁹ x and 10⁻⁸ x as it does
// near x; there it is [MASK] in the place of each word, if the vocabulary has one.
struct IntegratedGradients {
  std::vector<double> values;  // [N]
  double gap = 0;              // Σ values - (score - baseline): zero with steps enough (completeness)
  double score = 0, baseline = 0;
  int steps = 0;  // m
};
// With `steps` midpoints, a_k = (k - ½)/m and w_k = 1/m, as the paper has it; or 0: at the places and with
// the weights of Gauss and Legendre, from 8 doubled until the gap is at most `tolerance` of Σ |values|, from
// 32 on changes by no more (8-bit products round, which no step mends), or there are 512.
IntegratedGradients integrated_gradients(const Subject& subject, const EncodedText& text,
                                         const Target& target, int steps = 0, double tolerance = 1e-3);

}  // namespace heed::explain

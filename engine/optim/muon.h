// Muon (Jordan et al. 2024, kellerjordan.github.io/posts/muon; torch.optim.Muon) for the hidden matrices of a
// network: momentum that is made nearly orthogonal, so that all directions learn alike.
//
//   B ← μ B + g,  u = g + μ B
//   θ ← θ - α λ θ - α s NS(u)      s = √max(1, rows / columns), or 0.2 √max(rows, columns): "rms" (Liu et al.
//                                  2025), which makes steps as large as AdamW's
//   NS(u): X = u / (‖u‖ + 10⁻⁷), then five times A = X Xᵀ, X ← a X + (b A + c A A) X
//
// What is no hidden matrix AdamW moves.
#pragma once

#include <string>

#include "engine/autograd/variable.h"
#include "engine/kernels/kernels.h"

namespace heed {

struct MuonOptions {
  double momentum = 0.95;
  std::string scale = "shape";  // or "rms"
  double adamw_rate = 1;        // times the learning rate, of what AdamW moves
};

// A matrix of an encoder layer, by its name.
bool is_hidden_matrix(const Node& parameter);

UpdateStep muon_step(const MuonOptions& options, double alpha, const Shape& shape);

// NS(u), made of products that every device has.
Tensor orthogonal(const Device& device, Allocator& memory, const Tensor& u);

// `state.m` is B. `scratch` gives memory of six times the weight's size at most.
void muon_update(const Device& device, Allocator& scratch, const UpdateStep& step, float clip,
                 const Tensor& gradient, const UpdateState& state);

}  // namespace heed

#pragma once

#include "engine/kernels/attention.h"
#include "engine/kernels/elementwise.h"

namespace heed {

// What attention mechanisms other than the fused scaled dot product are made of. Scores and weights are flat,
// [H, T, S] of each sentence; `rows` gives for each of their rows the entries of keys that may be seen (a row
// without any has length 0). Backward kernels add to what is in dq, dk, dv, du.
struct AlignmentKernels {
  // e[t, s] = scale · q_t·k_s
  void (*dot)(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k, const Tensor& scores);
  void (*dot_backward)(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k,
                       const Tensor& dscores, const Tensor& dq, const Tensor& dk);
  // e[t, s] = v·tanh(q_t + k_s), v [H·K] (Bahdanau et al. 2015, appendix A.1.2)
  void (*additive)(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k, const Tensor& v,
                   const Tensor& scores);
  void (*additive_backward)(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k,
                            const Tensor& v, const Tensor& dscores, const Tensor& dq, const Tensor& dk,
                            const Tensor& dv);
  // The Euclidean projection of each row onto the simplex (Martins & Astudillo 2016, algorithm 1).
  void (*sparsemax)(const Device&, const Tensor& scores, const Spans& rows, const Tensor& weights);
  void (*sparsemax_dx)(const Device&, const Tensor& weights, const Spans& rows, const Tensor& dweights,
                       const Tensor& dscores, bool add);
  // p[n] = S · sigmoid(u[n]), S keys in the sentence of query n (Luong et al. 2015, eq. 9).
  void (*centres)(const Device&, const AttentionPlan&, const Tensor& u, const Tensor& p);
  void (*centres_du)(const Device&, const AttentionPlan&, const Tensor& p, const Tensor& dp,
                     const Tensor& du);
  // g[t, s] = exp(-(s - p_t)² / 2σ²) (eq. 10)
  void (*gaussian)(const Device&, const AttentionPlan&, const Tensor& p, double sigma, const Tensor& g);
  void (*gaussian_dp)(const Device&, const AttentionPlan&, const Tensor& p, double sigma, const Tensor& g,
                      const Tensor& dg, const Tensor& dp);
  // One entry of each row is 1, the others 0: drawn with probability p (a function of key and row alone), or
  // with `likeliest` the most probable.
  void (*choose)(const Device&, DropoutKey, bool likeliest, const Tensor& p, const Spans& rows,
                 const Tensor& chosen);
  // l[b] = Σ log p of what was chosen in sentence b.
  void (*log_likelihood)(const Device&, const AttentionPlan&, const Tensor& p, const Tensor& chosen,
                         const Tensor& l) = nullptr;
  void (*log_likelihood_dp)(const Device&, const AttentionPlan&, const Tensor& p, const Tensor& chosen,
                            const Tensor& dl, const Tensor& dp) = nullptr;
};

}  // namespace heed

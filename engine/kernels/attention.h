#pragma once

#include "engine/device/device.h"
#include "engine/tensor/spans.h"

namespace heed {

// How a batch attends: sentence b's queries are rows queries.begin[b]… of q, its keys rows keys.begin[b]… of
// k and v. Heads lie side by side in the columns: head h of q is columns h·K to (h+1)·K.
struct AttentionPlan {
  Spans queries, keys;
  int64_t heads = 1;
  double scale = 1;
  bool causal = false;  // query i of a sentence sees keys 0…i
  // A sliding window (Beltagy et al. 2020): query i sees keys i - reach … i + reach alone; less than 0: all.
  // What it costs grows with the window then, not with the sentence.
  int64_t reach = -1;
  int64_t before = 0;  // queries of each sentence that came before those that are here: for windows

  // Rows of weights of sentence b start here in the flat weights: Σ over earlier sentences of H·T·S.
  std::vector<int64_t> weight_offsets() const;  // [B + 1]
  // As many weights as no batch with as many rows of queries and a longest sentence of keys like this one's
  // exceeds: room for all batches of a shape.
  int64_t most_weights() const;
};

// What a fused forward pass was given and has made.
struct AttentionPass {
  Tensor q, k, v, out;
  Tensor stats;  // [rows of out, H]: log Σ exp of each row's scaled scores
};
struct AttentionGradients {
  Tensor dq, dk, dv;
  bool add_q = false, add_k = false, add_v = false;
};

// Scaled dot-product attention (Vaswani et al. 2017, eq. 1), per sentence b and head h:
//   weights [T, S] = softmax(scale · q kᵀ) over the keys that a query may see, output [T, V] = weights · v.
// A query that may see no key has zero weights and a zero output. `weights` is flat: [H, T, S] of each
// sentence, one after the other.
struct AttentionKernels {
  void (*weights)(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k,
                  const Tensor& weights);
  void (*apply)(const Device&, const AttentionPlan&, const Tensor& weights, const Tensor& v,
                const Tensor& out);
  // From dout: dweights (overwritten), and dv.
  void (*apply_backward)(const Device&, const AttentionPlan&, const Tensor& weights, const Tensor& v,
                         const Tensor& dout, const Tensor& dweights, const Tensor& dv, bool add);
  // From dweights: dq and dk, through the softmax. dweights is used as scratch and overwritten.
  void (*weights_backward)(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k,
                           const Tensor& weights, const Tensor& dweights, const Tensor& dq, bool add_q,
                           const Tensor& dk, bool add_k);
  // Both halves at once, for when nobody looks at the weights; null where the halves are as fast. `fuses`:
  // whether these kernels take heads of such widths, and queries of such a plan.
  bool (*fuses)(const AttentionPlan&, const Tensor& q, const Tensor& v) = nullptr;
  void (*fused)(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k, const Tensor& v,
                const Tensor& out, const Tensor& stats) = nullptr;
  void (*fused_backward)(const Device&, const AttentionPlan&, const AttentionPass&, const Tensor& dout,
                         const AttentionGradients&) = nullptr;
};

}  // namespace heed

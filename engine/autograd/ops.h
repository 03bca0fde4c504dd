// Differentiable ops: each computes its result and notes how its inputs' gradients follow from dy. Shapes are
// checked here, once, above the devices. N rows of all sentences, see tensor/spans.h.
#pragma once

#include "engine/autograd/context.h"

namespace heed {

// --- elementwise.cpp
Variable add(Context&, const Variable& a, const Variable& b);
Variable activate(Context&, Activation, const Variable& x);
// Identity unless ctx.training. `rows` drops whole rows (a word, for an embedding's output).
Variable dropout(Context&, double rate, const Variable& x, bool rows = false);

// --- linear.cpp
// y [N, O] = f(x Wᵀ + b); x [N, I], W [O, I], b [O] or undefined.
Variable linear(Context&, const Variable& x, const Variable& W, const Variable& b,
                Activation f = Activation::kNone);

// --- norm.cpp
// LayerNorm over the last axis; gamma, beta [D].
Variable layer_norm(Context&, const Variable& x, const Variable& gamma, const Variable& beta,
                    double epsilon = 1e-5);

// --- gather.cpp
// y [N, D] = table[ids]; table [V, D], ids int32 [N]. Its gradient is kept as SparseRows.
Variable embedding(Context&, const Variable& table, const Tensor& ids);
// y [N, D] = mean of table[ids] over bag n. Its gradient is kept as SparseRows.
Variable embedding_bag(Context&, const Variable& table, const Tensor& ids, const Spans& bags);
// y [N, width·D]: each row with its neighbours in the sentence; a convolution is linear(unfold(x)).
Variable unfold(Context&, const Variable& x, const Spans&, int width);
Variable concat(Context&, const Variable& a, const Variable& b);  // [N, D1 + D2]

// --- pooling.cpp
// Σ over each sentence / n, or / √n with `root`: then longer sentences, with more to say, say it louder.
Variable mean_pool(Context&, const Variable& x, const Spans&, bool root = false);  // [B, D]
Variable max_pool(Context&, const Variable& x, const Spans&);                      // [B, D]

// --- attention.cpp
// The two halves of scaled dot-product attention (Vaswani et al. 2017, eq. 1), so that the weights between
// them can be seen, edited or dropped. Weights are flat, [H, T, S] per sentence.
Variable attention_weights(Context&, const AttentionPlan&, const Variable& q, const Variable& k);
Variable attention_apply(Context&, const AttentionPlan&, const Variable& weights, const Variable& v);

// --- loss.cpp
// Mean cross-entropy [1] of logits [B, C] against labels int32 [B]; class_weights [C] or undefined.
Variable cross_entropy(Context&, const Variable& logits, const Tensor& labels,
                       const Tensor& class_weights = {}, double smoothing = 0);
// Σ x ⊙ weights [1]: a scalar out of any tensor, for checks and attributions.
Variable weighted_sum(Context&, const Variable& x, const Tensor& weights);

}  // namespace heed

// Differentiable ops: each computes its result and notes how its inputs' gradients follow from dy. Shapes are
// checked here, once, above the devices. N rows of all sentences, see tensor/spans.h.
#pragma once

#include "engine/autograd/context.h"

namespace heed {

// --- elementwise.cpp
Variable add(Context&, const Variable& a, const Variable& b);  // b may be bfloat16 beside a float32 a
// x in float32, if it is bfloat16.
Variable widen(Context&, const Variable& x);
Variable activate(Context&, Activation, const Variable& x);
Variable multiply(Context&, const Variable& a, const Variable& b);  // a ⊙ b
Variable scale(Context&, const Variable& x, double factor);
// Identity unless ctx.training. `rows` drops whole rows (a word, for an embedding's output).
Variable dropout(Context&, double rate, const Variable& x, bool rows = false);
Variable dropout_of_texts(Context&, double rate, const Variable& x);  // x [B, D]

// --- checkpointed.cpp
using LayerPass = std::function<Variable(Context&, const Variable& x)>;
Variable recomputed(Context&, const LayerPass& pass, const Variable& x);
// (layer.*pass)(ctx, x, given...). While something learns and ctx.recompute is set, only x and the result are
// kept, and copies of what is given: what lies between is computed again, to the same bits, when the way back
// comes to it (Chen et al. 2016). Memory is saved where the context's is a Pool. What else the layer
// differentiates by are parameters, or results that were there before it; it draws nothing but dropout.
template <class Layer, class... Taken, class... Given>
Variable checkpointed(Context& ctx, const Layer& layer,
                      Variable (Layer::*pass)(Context&, const Variable&, Taken...) const, const Variable& x,
                      const Given&... given) {
  if (!kLearns || !ctx.tape || !ctx.recompute) return (layer.*pass)(ctx, x, given...);
  return recomputed(
      ctx,
      [&layer, pass, given...](Context& c, const Variable& in) { return (layer.*pass)(c, in, given...); }, x);
}

// --- linear.cpp
// How results are kept that nothing reads but linear, attention, residual_norm, activate, gated, rotary,
// dropout and add: they take bfloat16, every other op that meets it is an Error. `kBFloat16` asks for it; it
// is given where products round what they read to it anyway (MatmulKernels::narrows), on a tape that no trace
// listens to.
enum class Keep { kFloat32, kBFloat16 };
// y [N, O] = f(x Wᵀ + b); x [N, I], W [O, I], b [O] or undefined.
Variable linear(Context&, const Variable& x, const Variable& W, const Variable& b,
                Activation f = Activation::kNone, Keep = Keep::kFloat32);

// --- feed_forward.cpp
struct FeedForwardWeights {
  Variable W_in, b_in;    // [F, D], [F]
  Variable W_out, b_out;  // [O, F], [O]
};
// y [N, O] = f(x W_inᵀ + b_in) W_outᵀ + b_out (Vaswani et al. 2017, eq. 2); x [N, D].
Variable feed_forward(Context&, const Variable& x, const FeedForwardWeights&, Activation f,
                      Keep = Keep::kFloat32);

// --- gated.cpp
// y [N, F] = f(u) ⊙ g of x [N, 2F] = [u, g]; with GELU that is GEGLU (Shazeer 2020).
Variable gated(Context&, Activation f, const Variable& x);

// --- norm.cpp
// LayerNorm over the last axis; gamma [D], beta [D] or undefined.
Variable layer_norm(Context&, const Variable& x, const Variable& gamma, const Variable& beta,
                    double epsilon = 1e-5);
// y = γ ⊙ x / √(mean(x²) + ε) over the last axis; where γ [K] is shorter, over every K numbers of it.
Variable rms_norm(Context&, const Variable& x, const Variable& gamma, double epsilon = 1e-6);
// --- residual_norm.cpp
// LayerNorm(x + dropout(f)), in one go where f is bfloat16.
Variable residual_norm(Context&, const Variable& x, const Variable& f, double rate, const Variable& gamma,
                       const Variable& beta, double epsilon = 1e-5);

// --- gather.cpp
// y [N, D] = table[ids]; table [V, D], ids int32 [N]. Its gradient is kept as SparseRows.
Variable embedding(Context&, const Variable& table, const Tensor& ids);
// y [N, D] = mean, or sum, of table[ids] over bag n. Its gradient is kept as SparseRows.
Variable embedding_bag(Context&, const Variable& table, const Tensor& ids, const Spans& bags,
                       bool mean = true);
// y [N, width·D]: each row with its neighbours in the sentence; a convolution is linear(unfold(x)).
Variable unfold(Context&, const Variable& x, const Spans&, int width);
Variable concat(Context&, const Variable& a, const Variable& b);  // [N, D1 + D2]
// y [N, G·times·K] of x [N, G·K]: each of the G heads as often as queries share it (Ainslie et al. 2023).
Variable repeat_heads(Context&, const Variable& x, int64_t K, int64_t times);
// y [B·T, D]: sentences of x, each followed by rows of zeros up to the length T of the longest.
Variable pad(Context&, const Variable& x, const Spans&);
// y [B·K, T]: each column of x [N, K] as a row, sentence by sentence, up to the length T of the longest;
// behind a shorter one's end stands -10³⁰, to which softmax gives nothing.
Variable columns_to_rows(Context&, const Variable& x, const Spans&);

// --- rows.cpp
Variable rows(Context&, const Variable& x, int64_t first, int64_t count);     // [count, D] of x [N, D]
Variable stack(Context&, const std::vector<Variable>& parts);                 // [Σ N, D], in their order
Variable columns(Context&, const Variable& x, int64_t first, int64_t count);  // [N, count] of x [N, D]

// --- pooling.cpp
// Σ over each sentence / n, or / √n with `root`: then longer sentences, with more to say, say it louder.
Variable mean_pool(Context&, const Variable& x, const Spans&, bool root = false);  // [B, D]
Variable max_pool(Context&, const Variable& x, const Spans&);                      // [B, D]
// Weights [N] of each sentence's rows: softmax of their scores, [N, 1] or [N]. What lies in no span, an empty
// one for instance, gets zero.
Variable span_softmax(Context&, const Variable& scores, const Spans&);
// y [B, D] = Σ_n weights[n] x[n] over each sentence.
Variable weighted_pool(Context&, const Variable& weights, const Variable& x, const Spans&);
// y [B, D]: the first `forward` columns of each sentence's last row, the others of its first: what a
// recurrent layer has read when it is through, in either direction.
Variable last_states(Context&, const Variable& x, const Spans&, int64_t forward);

// --- attention.cpp
// The two halves of scaled dot-product attention (Vaswani et al. 2017, eq. 1), so that the weights between
// them can be seen, edited or dropped. Weights are flat, [H, T, S] per sentence.
Variable attention_weights(Context&, const AttentionPlan&, const Variable& q, const Variable& k);
Variable attention_apply(Context&, const AttentionPlan&, const Variable& weights, const Variable& v);

// The same in one, for when nobody looks at the weights: on devices that can, they are never written.
Variable attention(Context&, const AttentionPlan&, const Variable& q, const Variable& k, const Variable& v);

// --- rotary.cpp
// What turns queries and keys of T places by their place (Su et al. 2021, eq. 15): [T, K], for heads of width
// K, of the type that `dtype` is computed in. Made once for all layers that turn alike.
Tensor rotary_angles(Context&, int64_t T, int64_t K, const RotaryTurns& turns, DType dtype);
// y [N, H·K]: each row of x turned by the angles of its place in its sentence.
Variable rotary(Context&, const Variable& x, const Spans&, const Tensor& angles);

// --- alignment.cpp: what other mechanisms are made of. Scores and weights are flat, as above.
// Entries of each row of the flat weights, head by head and query by query, whose keys lie in [first(n),
// last(n)] for query row n, and not behind the query where the plan is causal. Length 0: none is seen.
struct Window {
  std::function<int64_t(int64_t t, int64_t n)> first,
      last;  // query t of its sentence, row n; empty: no limit
};
Spans visible_keys(const AttentionPlan&, const Window& window = {});
// scale · q_t·k_s
Variable dot_scores(Context&, const AttentionPlan&, const Variable& q, const Variable& k);
// v·tanh(q_t + k_s); v [1, H·K]
Variable additive_scores(Context&, const AttentionPlan&, const Variable& q, const Variable& k,
                         const Variable& v);
// Sparse weights of each row's visible keys (Martins & Astudillo 2016).
Variable sparsemax(Context&, const Variable& scores, const Spans& rows);
// Weights of each row's visible keys by any other rule, computed in float64 on the host, whatever the device.
struct RowRule {
  void (*forward)(const double* e, double* p, int64_t count);
  void (*backward)(const double* p, const double* dp, double* de, int64_t count);
};
Variable map_rows(Context&, const char* op, const RowRule& rule, const Variable& scores, const Spans& rows);
// p [N, 1] = S · sigmoid(u): where in a sentence of S keys a query looks (Luong et al. 2015, eq. 9).
Variable centres(Context&, const AttentionPlan&, const Variable& u);
// exp(-(s - p_t)² / 2σ²) for every query and key (eq. 10).
Variable gaussian(Context&, const AttentionPlan&, const Variable& p, double sigma);
// One key per row, weight 1: drawn with probability p while training, else the likeliest. No gradient goes
// through the choice itself: `log_likelihood` [B] of all choices of a sentence is what learns (Williams
// 1992).
struct Choice {
  Tensor weights;
  Variable log_likelihood;  // defined while training
};
Choice choose(Context&, const AttentionPlan&, const Variable& p, const Spans& rows);

// --- recurrent.cpp
// Weights of one direction of a recurrent layer, named and laid out as PyTorch's: G gates of H rows each.
struct RecurrentWeights {
  Variable W_ih, W_hh;  // [G·H, I], [G·H, H]
  Variable b_ih, b_hh;  // [G·H]
};
// All states [N, H·directions] of a layer over sentences that lie one after the other and fill x [N, I].
// directions[0] reads forwards, directions[1], where it is, backwards. (kernels/recurrent.h has the
// equations.)
Variable recurrent(Context&, Cell, const Variable& x, const Spans& sentences,
                   const std::vector<RecurrentWeights>& directions);

// --- recurrent_step.cpp
// One step of a cell, where something happens between steps: the state after it of the one before, from
// a = W_ih x + b_ih and u = W_hh h + b_hh, both [B, G·H]. A state is [B, S]: h, S = H; of an LSTM h, then c,
// S = 2H.
Variable recurrent_step(Context&, Cell, const Variable& a, const Variable& u, const Variable& state);

// --- loss.cpp
// Mean cross-entropy [1] of logits [B, C] against labels int32 [B]; class_weights [C] or undefined. A row
// whose label is kNoLabel counts nowhere.
inline constexpr int32_t kNoLabel = -100;  // as PyTorch has it
Variable cross_entropy(Context&, const Variable& logits, const Tensor& labels,
                       const Tensor& class_weights = {}, double smoothing = 0);
// Σ x ⊙ weights [1], weights on the host: a scalar out of any tensor, for checks and attributions.
Variable weighted_sum(Context&, const Variable& x, const Tensor& weights);

}  // namespace heed

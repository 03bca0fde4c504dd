#include "engine/kernels/attention.h"

#include <cmath>
#include <limits>

#include "engine/kernels/cuda/fused_attention.h"
#include "engine/kernels/cuda/heads.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

// Softmax of each row over the keys it may see; zeros over the others.
template <class T>
void softmax_rows(const Device& device, const Heads& heads, T scale, T* weights) {
  const int64_t longest = heads.queries.longest;
  for_warps(device, heads.queries.B * heads.H * longest, [=] HEED_DEVICE(Warp team, int64_t i) {
    const HeadRow at(heads, i, longest);
    if (at.t >= heads.T(at.b)) return;
    const int64_t seen = heads.seen(at.b, at.t);
    T *all = weights + heads.row(at.b, at.h, at.t), *row = all + heads.near(at.t);
    const T largest =
        team.most<T>(seen, -std::numeric_limits<T>::infinity(), [&](int64_t s) { return row[s]; });
    team.each(heads.S(at.b), [&](int64_t s) {
      all[s] = heads.sees(at.b, at.t, s) ? std::exp((all[s] - largest) * scale) : T(0);
    });
    const T total = team.sum<T>(seen, [&](int64_t s) { return row[s]; });
    team.each(seen, [&](int64_t s) { row[s] /= total; });
  });
}

void weights(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
             const Tensor& w) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan, w.count());
  const Heads heads(device, plan, offsets.data);
  dispatch(q.dtype(), [&]<class T>(T) {
    dots<T>(device, heads, pointer<T>(q), heads.queries.begin, pointer<T>(k), q.shape().columns(), T(1),
            pointer<T>(w));
    softmax_rows<T>(device, heads, static_cast<T>(plan.scale), pointer<T>(w));
  });
}

void apply(const Device& device, const AttentionPlan& plan, const Tensor& w, const Tensor& v,
           const Tensor& out) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan, w.count());
  const Heads heads(device, plan, offsets.data);
  const Rows packed(device, Spans::packed(plan.queries.length));
  dispatch(v.dtype(), [&]<class T>(T) {
    weigh_keys<T>(device, heads, pointer<T>(w), T(1), pointer<T>(v), v.shape().columns(), packed.begin,
                  pointer<T>(out), false);
  });
}

// out = p v: dp = dout vᵀ, dv = pᵀ dout
void apply_backward(const Device& device, const AttentionPlan& plan, const Tensor& w, const Tensor& v,
                    const Tensor& dout, const Tensor& dw, const Tensor& dv, bool add) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan, w.count());
  const Heads heads(device, plan, offsets.data);
  const Rows packed(device, Spans::packed(plan.queries.length));
  dispatch(v.dtype(), [&]<class T>(T) {
    const int64_t width = v.shape().columns();
    dots<T>(device, heads, pointer<T>(dout), packed.begin, pointer<T>(v), width, T(1), pointer<T>(dw));
    weigh_queries<T>(device, heads, pointer<T>(w), T(1), pointer<T>(dout), packed.begin, width,
                     pointer<T>(dv), add);
  });
}

// p = softmax(s): ds = p ⊙ (dp - Σ p dp)
template <class T>
void softmax_rows_backward(const Device& device, const Heads& heads, T scale, const T* p, T* ds) {
  const int64_t longest = heads.queries.longest;
  for_warps(device, heads.queries.B * heads.H * longest, [=] HEED_DEVICE(Warp team, int64_t i) {
    const HeadRow at(heads, i, longest);
    if (at.t >= heads.T(at.b)) return;
    const int64_t row = heads.row(at.b, at.h, at.t), S = heads.S(at.b);
    const T mean = team.sum<T>(S, [&](int64_t s) { return p[row + s] * ds[row + s]; });
    team.each(S, [&](int64_t s) { ds[row + s] = p[row + s] * (ds[row + s] - mean) * scale; });
  });
}

void weights_backward(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
                      const Tensor& w, const Tensor& dw, const Tensor& dq, bool add_q, const Tensor& dk,
                      bool add_k) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan, w.count());
  const Heads heads(device, plan, offsets.data);
  dispatch(q.dtype(), [&]<class T>(T) {
    const int64_t width = q.shape().columns();
    softmax_rows_backward<T>(device, heads, static_cast<T>(plan.scale), pointer<T>(w), pointer<T>(dw));
    weigh_keys_for_queries<T>(device, plan, heads, pointer<T>(dw), T(1), pointer<T>(k), width, pointer<T>(dq),
                              add_q);
    weigh_queries<T>(device, heads, pointer<T>(dw), T(1), pointer<T>(q), heads.queries.begin, width,
                     pointer<T>(dk), add_k);
  });
}

}  // namespace

AttentionKernels attention_kernels() {
  return {weights, apply, apply_backward, weights_backward, fuses, fused, fused_backward};
}

}  // namespace heed::cuda

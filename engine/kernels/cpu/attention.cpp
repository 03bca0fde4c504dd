#include "engine/kernels/attention.h"

#include "engine/kernels/cpu/band_attention.h"
#include "engine/kernels/cpu/bands.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

void weights(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
             const Tensor& w) {
  dispatch(q.dtype(), [&]<class T>(T) {
    const auto scale = static_cast<T>(plan.scale);
    for_heads<T>(device, plan, w, [&](size_t b, int64_t h, T* scores) {
      Block<T> Q(q, plan.queries, b, h, plan.heads), K(k, plan.keys, b, h, plan.heads);
      for_bands(plan, Q.rows, K.rows, [&](const Band& at) {
        T* rows = scores + at.t * K.rows;
        band_scores(at, Q, K, rows + at.s, K.rows, fuses(device));
        over_seen(plan, at, K.rows, rows, 0, K.rows,
                  [=](int64_t, T* row, int64_t count) { softmax_row(row, row, count, scale); });
      });
    });
  });
}

void apply(const Device& device, const AttentionPlan& plan, const Tensor& w, const Tensor& v,
           const Tensor& out) {
  const Spans rows_of_out = Spans::packed(plan.queries.length);
  dispatch(v.dtype(), [&]<class T>(T) {
    for_heads<T>(device, plan, w, [&](size_t b, int64_t h, T* p) {
      Block<T> V(v, plan.keys, b, h, plan.heads), O(out, rows_of_out, b, h, plan.heads);
      for_bands(plan, O.rows, V.rows, [&](const Band& at) {
        band_output(at, p + at.t * V.rows + at.s, V.rows, V, O, fuses(device));
      });
    });
  });
}

void apply_backward(const Device& device, const AttentionPlan& plan, const Tensor& w, const Tensor& v,
                    const Tensor& dout, const Tensor& dw, const Tensor& dv, bool add) {
  const Spans rows_of_out = Spans::packed(plan.queries.length);
  dispatch(v.dtype(), [&]<class T>(T) {
    for_heads<T>(device, plan, w, [&](size_t b, int64_t h, T* p) {
      Block<T> V(v, plan.keys, b, h, plan.heads), dV(dv, plan.keys, b, h, plan.heads);
      Block<T> dO(dout, rows_of_out, b, h, plan.heads);
      T* dp = pointer<T>(dw) + (p - pointer<T>(w));
      // out = p v: dp = dout vᵀ, dv = pᵀ dout
      const bool more = add_to_keys(plan, dV, add);
      if (plan.reach >= 0) std::fill_n(dp, dO.rows * V.rows, T(0));
      for_bands(plan, dO.rows, V.rows, [&](const Band& at) {
        const int64_t corner = at.t * V.rows + at.s;
        band_scores(at, dO, V, dp + corner, V.rows, true);
        multiply<T>(at.keys, V.width, at.rows, {p + corner, 1, V.rows}, dO.row(at.t), dO.stride, 1,
                    dV.row(at.s), dV.stride, more);
      });
    });
  });
}

void weights_backward(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
                      const Tensor& w, const Tensor& dw, const Tensor& dq, bool add_q, const Tensor& dk,
                      bool add_k) {
  dispatch(q.dtype(), [&]<class T>(T) {
    const T scale = static_cast<T>(plan.scale);
    // A query row that several sentences share collects from all of them.
    const bool shared = plan.queries.B() > 1 && plan.queries.begin[0] == plan.queries.begin[1];
    if (shared && !add_q) array<T>(dq) = T(0);
    for_heads<T>(device, plan, w, [&](size_t b, int64_t h, T* p) {
      Block<T> Q(q, plan.queries, b, h, plan.heads), K(k, plan.keys, b, h, plan.heads);
      Block<T> dQ(dq, plan.queries, b, h, plan.heads), dK(dk, plan.keys, b, h, plan.heads);
      T* ds = pointer<T>(dw) + (p - pointer<T>(w));
      const bool more_k = add_to_keys(plan, dK, add_k);
      for_bands(plan, Q.rows, K.rows, [&](const Band& at) {
        const int64_t corner = at.t * K.rows + at.s;
        // p = softmax(s): ds = p ⊙ (dp - Σ p dp)
        for (int64_t i = corner; i < corner + at.rows * K.rows; i += K.rows) {
          auto row = view(ds + i, at.keys), weight = view(p + i, at.keys);
          const T mean = (row * weight).sum();
          row = weight * (row - mean) * scale;
        }
        // s = q kᵀ: dq = ds k, dk = dsᵀ q
        multiply<T>(at.rows, Q.width, at.keys, {ds + corner, K.rows, 1}, K.row(at.s), K.stride, 1,
                    dQ.row(at.t), dQ.stride, shared || add_q);
        multiply<T>(at.keys, K.width, at.rows, {ds + corner, 1, K.rows}, Q.row(at.t), Q.stride, 1,
                    dK.row(at.s), dK.stride, more_k);
      });
    });
  });
}

}  // namespace

AttentionKernels attention_kernels() {
  return {weights,
          apply,
          going_back(apply_backward),
          going_back(weights_backward),
          going_back(worth_bands),
          going_back(band_attention),
          going_back(band_attention_backward)};
}

HEED_END_KERNELS

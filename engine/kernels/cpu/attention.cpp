#include "engine/kernels/attention.h"

#include "engine/kernels/cpu/heads.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

// Rows are short: what is left over of one goes through a vector too.
template <class T>
typename Simd<T>::Vector exp_of(typename Simd<T>::Vector x) {
  Eigen::Array<T, Simd<T>::kWidth, 1> lanes;
  Simd<T>::store(lanes.data(), x);
  lanes = lanes.exp();
  return Simd<T>::load(lanes.data());
}

// Softmax of each row over the keys it may see; zeros over the others.
template <class T>
void softmax_rows(T* scores, int64_t rows, int64_t S, T scale, bool causal) {
  for (int64_t t = 0; t < rows; ++t, scores += S) {
    const int64_t seen = causal ? std::min(t + 1, S) : S;
    auto row = view(scores, seen);
    if (seen > 0) {
      const T largest = row.maxCoeff();
      each_vector(scores, scores, seen, [=](auto x) { return exp_of<T>((x - largest) * scale); });
      row /= row.sum();
    }
    std::fill(scores + seen, scores + S, T(0));
  }
}

void weights(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
             const Tensor& w) {
  dispatch(q.dtype(), [&]<class T>(T) {
    for_heads<T>(device, plan, w, [&](size_t b, int64_t h, T* scores) {
      Block<T> Q(q, plan.queries, b, h, plan.heads), K(k, plan.keys, b, h, plan.heads);
      multiply<T>(Q.rows, K.rows, Q.width, {Q.data, Q.stride, 1}, K.data, 1, K.stride, scores, K.rows, false);
      softmax_rows(scores, Q.rows, K.rows, static_cast<T>(plan.scale), plan.causal);
    });
  });
}

void apply(const Device& device, const AttentionPlan& plan, const Tensor& w, const Tensor& v,
           const Tensor& out) {
  const Spans rows_of_out = Spans::packed(plan.queries.length);
  dispatch(v.dtype(), [&]<class T>(T) {
    for_heads<T>(device, plan, w, [&](size_t b, int64_t h, T* p) {
      Block<T> V(v, plan.keys, b, h, plan.heads), O(out, rows_of_out, b, h, plan.heads);
      multiply<T>(O.rows, O.width, V.rows, {p, V.rows, 1}, V.data, V.stride, 1, O.data, O.stride, false);
    });
  });
}

void apply_backward(const Device& device, const AttentionPlan& plan, const Tensor& w, const Tensor& v,
                    const Tensor& dout, const Tensor& dw, const Tensor& dv, bool add) {
  const std::vector<int64_t> offsets = plan.weight_offsets();
  const Spans rows_of_out = Spans::packed(plan.queries.length);
  dispatch(v.dtype(), [&]<class T>(T) {
    for_heads<T>(device, plan, w, [&](size_t b, int64_t h, T* p) {
      Block<T> V(v, plan.keys, b, h, plan.heads), dV(dv, plan.keys, b, h, plan.heads);
      Block<T> dO(dout, rows_of_out, b, h, plan.heads);
      T* dp = pointer<T>(dw) + (p - pointer<T>(w));
      // out = p v: dp = dout vᵀ, dv = pᵀ dout
      multiply<T>(dO.rows, V.rows, V.width, {dO.data, dO.stride, 1}, V.data, 1, V.stride, dp, V.rows, false);
      multiply<T>(V.rows, V.width, dO.rows, {p, 1, V.rows}, dO.data, dO.stride, 1, dV.data, dV.stride, add);
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
      // p = softmax(s): ds = p ⊙ (dp - Σ p dp)
      for (int64_t t = 0; t < Q.rows; ++t) {
        auto row = view(ds + t * K.rows, K.rows), weight = view(p + t * K.rows, K.rows);
        const T mean = (row * weight).sum();
        row = weight * (row - mean) * scale;
      }
      // s = q kᵀ: dq = ds k, dk = dsᵀ q
      multiply<T>(Q.rows, Q.width, K.rows, {ds, K.rows, 1}, K.data, K.stride, 1, dQ.data, dQ.stride,
                  shared || add_q);
      multiply<T>(K.rows, K.width, Q.rows, {ds, 1, K.rows}, Q.data, Q.stride, 1, dK.data, dK.stride, add_k);
    });
  });
}

}  // namespace

AttentionKernels attention_kernels() {
  return {weights, apply, training(apply_backward), training(weights_backward), nullptr, nullptr, nullptr};
}

HEED_END_KERNELS

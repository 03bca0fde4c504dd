#include "engine/kernels/alignment.h"

#include <cmath>
#include <limits>

#include "engine/kernels/cuda/heads.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

void dot(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
         const Tensor& scores) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan);
  const Heads heads(device, plan, offsets.data);
  dispatch(q.dtype(), [&]<class T>(T) {
    dots<T>(device, heads, pointer<T>(q), heads.queries.begin, pointer<T>(k), q.shape().columns(),
            static_cast<T>(plan.scale), pointer<T>(scores));
  });
}

// e = scale q kᵀ: dq = scale de k, dk = scale deᵀ q
void dot_backward(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
                  const Tensor& dscores, const Tensor& dq, const Tensor& dk) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan);
  const Heads heads(device, plan, offsets.data);
  dispatch(q.dtype(), [&]<class T>(T) {
    const T scale = static_cast<T>(plan.scale);
    const int64_t width = q.shape().columns();
    weigh_keys_for_queries<T>(device, plan, heads, pointer<T>(dscores), scale, pointer<T>(k), width,
                              pointer<T>(dq), true);
    weigh_queries<T>(device, heads, pointer<T>(dscores), scale, pointer<T>(q), heads.queries.begin, width,
                     pointer<T>(dk), true);
  });
}

// q, k and v of the additive score, and what the score of a query and a key says of column c.
template <class T>
struct Additive {
  Heads heads;
  const T *q, *k, *v;
  int64_t width;

  HEED_DEVICE T tanh_of(int64_t b, int64_t t, int64_t s, int64_t c) const {
    return std::tanh(q[(heads.queries.begin[b] + t) * width + c] + k[(heads.keys.begin[b] + s) * width + c]);
  }
  HEED_DEVICE T de(const T* dscores, int64_t b, int64_t t, int64_t s, int64_t c) const {
    return dscores[heads.row(b, c / (width / heads.H), t) + s];
  }
  // e = v·tanh(z), z = q + k: dq = dk = de v (1 - tanh²(z))
  HEED_DEVICE T slope(const T* dscores, int64_t b, int64_t t, int64_t s, int64_t c) const {
    const T z = tanh_of(b, t, s, c);
    return de(dscores, b, t, s, c) * v[c] * (T(1) - z * z);
  }
};

template <class T>
void additive_of(const Device& device, const Additive<T>& a, T* scores) {
  const Heads& heads = a.heads;
  const int64_t longest = heads.queries.longest, keys = heads.keys.longest, K = a.width / heads.H;
  for_warps(device, heads.queries.B * heads.H * longest * keys, [=] HEED_DEVICE(Warp team, int64_t i) {
    const HeadRow at(a.heads, i / keys, longest);
    const int64_t s = i % keys, first = at.h * K;
    if (at.t >= a.heads.T(at.b) || s >= a.heads.S(at.b)) return;
    const T e =
        team.sum<T>(K, [&](int64_t c) { return a.v[first + c] * a.tanh_of(at.b, at.t, s, first + c); });
    team.once([&] { scores[a.heads.row(at.b, at.h, at.t) + s] = e; });
  });
}

void additive(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
              const Tensor& v, const Tensor& scores) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan);
  dispatch(q.dtype(), [&]<class T>(T) {
    additive_of<T>(
        device,
        {Heads(device, plan, offsets.data), pointer<T>(q), pointer<T>(k), pointer<T>(v), q.shape().columns()},
        pointer<T>(scores));
  });
}

template <class T>
void additive_backward_of(const Device& device, const Additive<T>& a, const Spans& packed, const T* de, T* dq,
                          T* dk, T* dv) {
  const int64_t width = a.width, sentences = a.heads.queries.B;
  const bool shared = a.heads.shared;
  Rows queries = a.heads.queries;
  if (shared) queries.B = 1;
  for_columns(device, queries, width, [=] HEED_DEVICE(int64_t first, int64_t t, int64_t c) {
    T sum = 0;
    for (int64_t b = first; b < (shared ? sentences : first + 1); ++b)
      for (int64_t s = 0; s < a.heads.S(b); ++s) sum += a.slope(de, b, t, s, c);
    dq[(a.heads.queries.begin[first] + t) * width + c] += sum;
  });
  for_columns(device, a.heads.keys, width, [=] HEED_DEVICE(int64_t b, int64_t s, int64_t c) {
    T sum = 0;
    for (int64_t t = 0; t < a.heads.T(b); ++t) sum += a.slope(de, b, t, s, c);
    dk[(a.heads.keys.begin[b] + s) * width + c] += sum;
  });
  const int64_t rows = packed.rows();
  const Scratch<T> parts(device, rows * width);  // of each query
  const int32_t* begin = uploaded(device, packed.begin);
  T* part = parts.data;
  for_columns(device, a.heads.queries, width, [=] HEED_DEVICE(int64_t b, int64_t t, int64_t c) {
    T sum = 0;
    for (int64_t s = 0; s < a.heads.S(b); ++s) sum += a.de(de, b, t, s, c) * a.tanh_of(b, t, s, c);
    part[(begin[b] + t) * width + c] = sum;
  });
  add_up(device, parts, rows, width, dv, true);
}

void additive_backward(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
                       const Tensor& v, const Tensor& dscores, const Tensor& dq, const Tensor& dk,
                       const Tensor& dv) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan);
  dispatch(q.dtype(), [&]<class T>(T) {
    additive_backward_of<T>(
        device,
        {Heads(device, plan, offsets.data), pointer<T>(q), pointer<T>(k), pointer<T>(v), q.shape().columns()},
        Spans::packed(plan.queries.length), pointer<T>(dscores), pointer<T>(dq), pointer<T>(dk),
        pointer<T>(dv));
  });
}

// Whether score j lies in the support: with k the number of scores of its size or more, 1 + k e_j exceeds
// their sum. Scores are taken from the largest: sums of large scores would lose the digits that decide.
template <class T>
HEED_DEVICE bool in_support(const T* e, int64_t count, T largest, int64_t j) {
  T k = 0, sum = 0;
  for (int64_t i = 0; i < count; ++i)
    if (e[i] >= e[j]) k += 1, sum += e[i] - largest;
  return 1 + k * (e[j] - largest) > sum;
}

template <class T>
void sparsemax_of(const Device& device, Rows rows, const T* scores, T* weights) {
  for_warps(device, rows.B, [=] HEED_DEVICE(Warp team, int64_t r) {
    const int64_t count = rows.length[r];
    const T* e = scores + rows.begin[r];
    T* p = weights + rows.begin[r];
    const T most = team.most<T>(count, -std::numeric_limits<T>::infinity(), [&](int64_t s) { return e[s]; });
    team.each(count, [&](int64_t s) { p[s] = in_support(e, count, most, s) ? T(1) : T(0); });
    const T support = team.sum<T>(count, [&](int64_t s) { return p[s]; });
    const T sum = team.sum<T>(count, [&](int64_t s) { return p[s] > 0 ? e[s] - most : T(0); });
    const T threshold = (sum - 1) / support;
    team.each(count, [&](int64_t s) {
      const T above = e[s] - most - threshold;
      p[s] = above > 0 ? above : T(0);
    });
  });
}

void sparsemax(const Device& device, const Tensor& scores, const Spans& rows, const Tensor& weights) {
  dispatch(scores.dtype(), [&]<class T>(T) {
    sparsemax_of<T>(device, Rows(device, rows), pointer<T>(scores), pointer<T>(weights));
  });
}

// Over the support: de = dp - mean(dp); zero elsewhere (eq. 14).
template <class T>
void sparsemax_dx_of(const Device& device, Rows rows, const T* weights, const T* dweights, T* dscores) {
  for_warps(device, rows.B, [=] HEED_DEVICE(Warp team, int64_t r) {
    const int64_t begin = rows.begin[r], count = rows.length[r];
    const T *p = weights + begin, *dp = dweights + begin;
    const T sum = team.sum<T>(count, [&](int64_t s) { return p[s] > 0 ? dp[s] : T(0); });
    const T support = team.sum<T>(count, [&](int64_t s) { return p[s] > 0 ? T(1) : T(0); });
    team.each(count, [&](int64_t s) {
      if (p[s] > 0) dscores[begin + s] += dp[s] - sum / support;
    });
  });
}

void sparsemax_dx(const Device& device, const Tensor& weights, const Spans& rows, const Tensor& dweights,
                  const Tensor& dscores, bool add) {
  dispatch(weights.dtype(), [&]<class T>(T) {
    if (!add) fill<T>(device, dscores, T(0));
    sparsemax_dx_of<T>(device, Rows(device, rows), pointer<T>(weights), pointer<T>(dweights),
                       pointer<T>(dscores));
  });
}

}  // namespace

AlignmentKernels alignment_kernels() {
  AlignmentKernels table;
  add_placing_kernels(table);
  table.dot = dot;
  table.dot_backward = dot_backward;
  table.additive = additive;
  table.additive_backward = additive_backward;
  table.sparsemax = sparsemax;
  table.sparsemax_dx = sparsemax_dx;
  return table;
}

}  // namespace heed::cuda

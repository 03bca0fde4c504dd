#include "engine/kernels/cpu/band_attention.h"

#include <cmath>

#include "engine/kernels/cpu/bands.h"

HEED_BEGIN_KERNELS
namespace {

// Calls body(b, h) for all sentences and heads, which the threads share out.
template <class Body>
void over_heads(const Device& device, const AttentionPlan& plan, const Body& body) {
  const auto B = static_cast<int64_t>(plan.queries.B()), H = plan.heads;
  parallel_for(device.threads, B * H, 1, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) body(static_cast<size_t>(i / H), i % H);
  });
}

// Where the log Σ exp of a head's queries lie.
template <class T>
struct Stats {
  T* data;
  int64_t heads;

  Stats(const Tensor& stats, const Spans& rows_of_out, size_t b, int64_t h)
      : data(pointer<T>(stats) + rows_of_out.begin[b] * stats.size(1) + h), heads(stats.size(1)) {}
  T& operator()(int64_t t) const { return data[t * heads]; }
};

template <class T>
struct HeadOf {
  Block<T> q, k, v, out;

  HeadOf(const AttentionPlan& plan, const Spans& rows_of_out, const Tensor& given_q, const Tensor& given_k,
         const Tensor& given_v, const Tensor& given_out, size_t b, int64_t h)
      : q(given_q, plan.queries, b, h, plan.heads),
        k(given_k, plan.keys, b, h, plan.heads),
        v(given_v, plan.keys, b, h, plan.heads),
        out(given_out, rows_of_out, b, h, plan.heads) {}
};

// What a band adds to the gradients of its keys and values, and those of its queries; `to.out` is that of
// out: dv = pᵀ dout, ds = p ⊙ (dout vᵀ - out·dout), dq = ds k, dk = dsᵀ q
template <class T>
void band_backward(const AttentionPlan& plan, const Band& at, const HeadOf<T>& head, const HeadOf<T>& to,
                   const Stats<T>& stats, bool add_q) {
  const auto scale = static_cast<T>(plan.scale);
  T *p = scratch<T>(2 * at.rows * at.keys, 2), *ds = p + at.rows * at.keys;
  band_scores(at, head.q, head.k, p, at.keys, true);
  over_seen(plan, at, head.k.rows, p, at.s, at.keys, [&](int64_t t, T* row, int64_t count) {
    each_vector(row, row, count,
                [scale, log_total = stats(t)](auto x) { return exp_of<T>(x * scale - log_total); });
  });
  multiply<T>(at.keys, to.v.width, at.rows, {p, 1, at.keys}, to.out.row(at.t), to.out.stride, 1,
              to.v.row(at.s), to.v.stride, true);
  band_scores(at, to.out, head.v, ds, at.keys, true);
  for (int64_t i = 0; i < at.rows; ++i) {
    const T delta =
        (view(head.out.row(at.t + i), head.out.width) * view(to.out.row(at.t + i), to.out.width)).sum();
    auto row = view(ds + i * at.keys, at.keys);
    row = view(p + i * at.keys, at.keys) * (row - delta) * scale;
  }
  multiply<T>(at.rows, to.q.width, at.keys, {ds, at.keys, 1}, head.k.row(at.s), head.k.stride, 1,
              to.q.row(at.t), to.q.stride, add_q);
  multiply<T>(at.keys, to.k.width, at.rows, {ds, 1, at.keys}, head.q.row(at.t), head.q.stride, 1,
              to.k.row(at.s), to.k.stride, true);
}

}  // namespace

bool worth_bands(const AttentionPlan& plan, const Tensor&, const Tensor&) {
  constexpr int64_t kLongText = 1024;
  const bool shared = plan.queries.B() > 1 && plan.queries.begin[0] == plan.queries.begin[1];
  const int64_t longest = plan.reach < 0 ? kLongText : kBandRows + 2 * plan.reach;
  return !shared && plan.keys.longest() > longest;
}

void band_attention(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
                    const Tensor& v, const Tensor& out, const Tensor& stats) {
  const Spans rows_of_out = Spans::packed(plan.queries.length);
  dispatch(q.dtype(), [&]<class T>(T) {
    const auto scale = static_cast<T>(plan.scale);
    over_heads(device, plan, [&](size_t b, int64_t h) {
      const HeadOf<T> head(plan, rows_of_out, q, k, v, out, b, h);
      const Stats<T> totals(stats, rows_of_out, b, h);
      in_bands(plan, head.q.rows, head.k.rows, [&](const Band& at) {
        T* p = scratch<T>(at.rows * at.keys, 2);
        band_scores(at, head.q, head.k, p, at.keys, fuses(device));
        over_seen(plan, at, head.k.rows, p, at.s, at.keys, [&](int64_t t, T* row, int64_t count) {
          const auto [largest, total] = softmax_row(row, row, count, scale);
          totals(t) = largest * scale + std::log(total);
        });
        multiply<T>(at.rows, head.v.width, at.keys, {p, at.keys, 1}, head.v.row(at.s), head.v.stride, 1,
                    head.out.row(at.t), head.out.stride, false, fuses(device));
      });
    });
  });
}

void band_attention_backward(const Device& device, const AttentionPlan& plan, const AttentionPass& pass,
                             const Tensor& dout, const AttentionGradients& to) {
  const Spans rows_of_out = Spans::packed(plan.queries.length);
  dispatch(pass.q.dtype(), [&]<class T>(T) {
    over_heads(device, plan, [&](size_t b, int64_t h) {
      const HeadOf<T> head(plan, rows_of_out, pass.q, pass.k, pass.v, pass.out, b, h),
          gradients(plan, rows_of_out, to.dq, to.dk, to.dv, dout, b, h);
      if (!to.add_k) clear(gradients.k);
      if (!to.add_v) clear(gradients.v);
      in_bands(plan, head.q.rows, head.k.rows, [&](const Band& at) {
        band_backward(plan, at, head, gradients, Stats<T>(pass.stats, rows_of_out, b, h), to.add_q);
      });
    });
  });
}

HEED_END_KERNELS

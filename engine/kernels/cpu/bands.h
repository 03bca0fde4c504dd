// Attention some queries at a time, with the keys that any of them sees: of sliding windows, and long texts.
#pragma once

#include <utility>

#include "engine/kernels/cpu/exponential.h"
#include "engine/kernels/cpu/heads.h"
#include "engine/kernels/cpu/one_query.h"

HEED_BEGIN_KERNELS

// Queries t … t + rows of a sentence, and keys s … s + keys.
struct Band {
  int64_t t, rows, s, keys;
};

inline constexpr int64_t kBandRows = 64;

// Calls f(band) for bands that hold every one of T queries with all of S keys that it may see.
template <class F>
void in_bands(const AttentionPlan& plan, int64_t T, int64_t S, const F& f) {
  for (int64_t t = 0; t < T; t += kBandRows) {
    const int64_t rows = std::min(kBandRows, T - t);
    const int64_t s = plan.reach < 0 ? 0 : std::clamp<int64_t>(t - plan.reach, 0, S);
    const int64_t end = plan.reach < 0 ? S : std::clamp(t + rows + plan.reach, s, S);
    f(Band{t, rows, s, end - s});
  }
}

// The same; without a window they are one.
template <class F>
void for_bands(const AttentionPlan& plan, int64_t T, int64_t S, const F& f) {
  if constexpr (!kForwardOnly)
    if (plan.reach >= 0) return in_bands(plan, T, S, f);
  f(Band{0, T, 0, S});
}

template <class T>
void clear(const Block<T>& x) {
  for (int64_t n = 0; n < x.rows; ++n) std::fill_n(x.row(n), x.width, T(0));
}

// Bands of one sentence share keys: what each gives their gradients is added to zeros. Whether to add.
template <class T>
bool add_to_keys(const AttentionPlan& plan, const Block<T>& dx, bool add) {
  if (!add && plan.reach >= 0) clear(dx);
  return add || plan.reach >= 0;
}

// Keys first … end that query t may see, of S.
struct Seen {
  int64_t first = 0, end;

  Seen(const AttentionPlan& plan, int64_t t, int64_t S) : end(plan.causal ? std::min(t + 1, S) : S) {
    if constexpr (!kForwardOnly)
      if (plan.reach >= 0) {
        end = std::min(end, t + 1 + plan.reach);
        first = std::clamp<int64_t>(t - plan.reach, 0, end);
      }
  }
};

// Calls f(t, weights, count) with the weights of the keys that each query of a band may see, if it sees any;
// those beside them become 0. Rows begin with key `from` and are `columns` wide.
template <class T, class F>
void over_seen(const AttentionPlan& plan, const Band& at, int64_t S, T* row, int64_t from, int64_t columns,
               const F& f) {
  for (int64_t t = at.t; t < at.t + at.rows; ++t, row += columns) {
    const Seen seen(plan, t, S);
    T *first = row + (seen.first - from), *end = row + (seen.end - from);
    std::fill(row, first, T(0));
    std::fill(end, row + columns, T(0));
    if (first < end) f(t, first, end - first);
  }
}

// q kᵀ of a band, to rows of `columns` numbers.
template <class T>
void band_scores(const Band& at, const Block<T>& q, const Block<T>& k, T* scores, int64_t columns,
                 bool fuse) {
  if constexpr (!kForwardOnly)
    if (at.rows == 1)
      return one_query_scores<T>(at.keys, q.width, q.row(at.t), k.row(at.s), k.stride, scores);
  multiply<T>(at.rows, at.keys, q.width, {q.row(at.t), q.stride, 1}, k.row(at.s), 1, k.stride, scores,
              columns, false, fuse);
}

// out = w v of a band, whose rows of weights are `columns` apart.
template <class T>
void band_output(const Band& at, const T* w, int64_t columns, const Block<T>& v, const Block<T>& out,
                 bool fuse) {
  if constexpr (!kForwardOnly)
    if (at.rows == 1) return one_query_output<T>(at.keys, v.width, w, v.row(at.s), v.stride, out.row(at.t));
  multiply<T>(at.rows, out.width, at.keys, {w, columns, 1}, v.row(at.s), v.stride, 1, out.row(at.t),
              out.stride, false, fuse);
}

HEED_END_KERNELS

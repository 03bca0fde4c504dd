// Heads of sentences as kernels of attention see them.
#pragma once

#include "engine/kernels/attention.h"
#include "engine/kernels/cuda/launch.h"

namespace heed::cuda {

// Whether sentences have one query row together (a learned query): its gradient collects from all of them.
inline bool share_a_query(const Spans& queries) {
  return queries.B() > 1 && queries.begin[0] == queries.begin[1] && queries.length[0] > 0;
}

// Whether there are as many weights as rows of keys, in each head.
inline bool weights_as_rows(const AttentionPlan& plan) {
  const std::vector<int32_t>& T = plan.queries.length;
  return std::all_of(T.begin(), T.end(), [](int32_t length) { return length == 1; });
}

// Where each sentence's weights begin and the last one's end, [B + 1]; for one launch. `room`: how many
// numbers the tensor of weights has; none is said where that is as many as there are weights.
inline Scratch<int64_t> weight_offsets(const Device& device, const AttentionPlan& plan, int64_t room = 0) {
  StepWatch* watch = gpu_of(device).watch;
  if (watch && !weights_as_rows(plan) && room < plan.most_weights())
    watch->refuse("attention weights are written, and how many there are depends on more than the shape");
  Scratch<int64_t> places(device, static_cast<int64_t>(plan.queries.B()) + 1);
  const Rows queries(device, plan.queries), keys(device, plan.keys);
  const int64_t H = plan.heads;
  int64_t* place = places.data;
  for_elements(device, places.tensor.count(), [=] HEED_DEVICE(int64_t b) {
    int64_t sum = 0;
    for (int64_t before = 0; before < b; ++before)
      sum += int64_t{queries.length[before]} * keys.length[before];
    place[b] = H * sum;
  });
  return places;
}

struct Heads {
  Rows queries, keys;
  const int64_t* offset = nullptr;  // of each sentence's weights, where these are somewhere
  int64_t H;
  bool causal;
  int64_t reach;
  bool shared;

  // `offsets`: weight_offsets(); null where weights are nowhere.
  Heads(const Device& device, const AttentionPlan& plan, const int64_t* offsets)
      : queries(device, plan.queries),
        keys(device, plan.keys),
        offset(offsets),
        H(plan.heads),
        causal(plan.causal),
        reach(plan.reach),
        shared(share_a_query(plan.queries)) {}

  HEED_DEVICE int64_t T(int64_t b) const { return queries.length[b]; }
  HEED_DEVICE int64_t S(int64_t b) const { return keys.length[b]; }
  // What lies within reach of number n, of queries and keys alike: from `near` to `far` of `count`.
  HEED_DEVICE int64_t near(int64_t n) const { return reach >= 0 && n > reach ? n - reach : 0; }
  HEED_DEVICE int64_t far(int64_t n, int64_t count) const {
    return reach >= 0 && n + reach + 1 < count ? n + reach + 1 : count;
  }
  // Where the keys that query t may see end, and how many they are from near(t) on.
  HEED_DEVICE int64_t end(int64_t b, int64_t t) const {
    return far(t, causal && t + 1 < S(b) ? t + 1 : S(b));
  }
  HEED_DEVICE int64_t seen(int64_t b, int64_t t) const {
    return end(b, t) > near(t) ? end(b, t) - near(t) : 0;
  }
  HEED_DEVICE bool sees(int64_t b, int64_t t, int64_t s) const { return s >= near(t) && s < end(b, t); }
  // Where the weights of query t in head h lie.
  HEED_DEVICE int64_t row(int64_t b, int64_t h, int64_t t) const { return offset[b] + (h * T(b) + t) * S(b); }
};

// Query t of head h in sentence b; number i of B · H · longest, of which some are beyond their sentence.
struct HeadRow {
  int64_t b, h, t;
  HEED_DEVICE HeadRow(const Heads& heads, int64_t i, int64_t longest)
      : b(i / longest / heads.H), h(i / longest % heads.H), t(i % longest) {}
};

// Calls f(b, t, column) for all columns of all rows of `rows`.
template <class F>
void for_columns(const Device& device, Rows rows, int64_t width, const F& f) {
  for_elements(device, rows.B * rows.longest * width, [=] HEED_DEVICE(int64_t i) {
    const int64_t b = i / width / rows.longest, t = i / width % rows.longest;
    if (t < rows.length[b]) f(b, t, i % width);
  });
}

// out[query row, column] (+)= scale Σ_s weight[t, s] x[key row s, column], in each head; `out_begin` says
// where a sentence's rows of out lie.
template <class T>
void weigh_keys(const Device& device, const Heads& heads, const T* weight, T scale, const T* x, int64_t width,
                const int32_t* out_begin, T* out, bool add) {
  const int64_t K = width / heads.H;
  for_columns(device, heads.queries, width, [=] HEED_DEVICE(int64_t b, int64_t t, int64_t c) {
    const T* p = weight + heads.row(b, c / K, t);
    const T* key = x + heads.keys.begin[b] * width + c;
    T sum = 0;
    for (int64_t s = heads.near(t); s < heads.far(t, heads.S(b)); ++s) sum += p[s] * key[s * width];
    T* place = out + (out_begin[b] + t) * width + c;
    *place = add ? *place + scale * sum : scale * sum;
  });
}

// The same for the rows of queries themselves: where sentences share theirs, its rows collect from all of
// them.
template <class T>
void weigh_keys_for_queries(const Device& device, const AttentionPlan& plan, const Heads& heads,
                            const T* weight, T scale, const T* x, int64_t width, T* out, bool add) {
  if (!heads.shared)
    return weigh_keys<T>(device, heads, weight, scale, x, width, heads.queries.begin, out, add);
  const Rows packed(device, Spans::packed(plan.queries.length));
  const int64_t B = heads.queries.B, numbers = heads.queries.longest * width;
  const Scratch<T> parts(device, B * numbers);  // of each sentence
  weigh_keys<T>(device, heads, weight, scale, x, width, packed.begin, parts.data, false);
  add_up(device, parts, B, numbers, out + plan.queries.begin[0] * width, add);
}

// out[key row, column] (+)= scale Σ_t weight[t, s] x[query row t, column], in each head; `x_begin` says where
// a sentence's rows of x lie.
template <class T>
void weigh_queries(const Device& device, const Heads& heads, const T* weight, T scale, const T* x,
                   const int32_t* x_begin, int64_t width, T* out, bool add) {
  const int64_t K = width / heads.H;
  for_columns(device, heads.keys, width, [=] HEED_DEVICE(int64_t b, int64_t s, int64_t c) {
    T sum = 0;
    for (int64_t t = heads.near(s); t < heads.far(s, heads.T(b)); ++t)
      sum += weight[heads.row(b, c / K, t) + s] * x[(x_begin[b] + t) * width + c];
    T* place = out + (heads.keys.begin[b] + s) * width + c;
    *place = add ? *place + scale * sum : scale * sum;
  });
}

// e[t, s] = scale · q_t·k_s for every query and key within its reach, 0 for the others; `q_begin` says where
// a sentence's rows of q lie.
template <class T>
void dots(const Device& device, const Heads& heads, const T* q, const int32_t* q_begin, const T* k,
          int64_t width, T scale, T* e) {
  const int64_t K = width / heads.H, longest = heads.queries.longest, keys = heads.keys.longest;
  for_elements(device, heads.queries.B * heads.H * longest * keys, [=] HEED_DEVICE(int64_t i) {
    const HeadRow at(heads, i / keys, longest);
    const int64_t s = i % keys;
    if (at.t >= heads.T(at.b) || s >= heads.S(at.b)) return;
    const T* query = q + (q_begin[at.b] + at.t) * width + at.h * K;
    const T* key = k + (heads.keys.begin[at.b] + s) * width + at.h * K;
    T sum = 0;
    const bool within = s >= heads.near(at.t) && s < heads.far(at.t, heads.S(at.b));
    for (int64_t c = 0; within && c < K; ++c) sum += query[c] * key[c];
    e[heads.row(at.b, at.h, at.t) + s] = scale * sum;
  });
}

}  // namespace heed::cuda

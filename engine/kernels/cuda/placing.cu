// The part of alignment.h that says where a query looks: centres, bells, and keys drawn by chance.
#include <cmath>

#include "engine/kernels/alignment.h"
#include "engine/kernels/cuda/heads.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

template <class T>
void centres_of(const Device& device, const Heads& heads, const T* u, T* p) {
  for_columns(device, heads.queries, 1, [=] HEED_DEVICE(int64_t b, int64_t t, int64_t) {
    const int64_t n = heads.queries.begin[b] + t;
    p[n] = static_cast<T>(heads.S(b)) / (1 + std::exp(-u[n]));
  });
}

void centres(const Device& device, const AttentionPlan& plan, const Tensor& u, const Tensor& p) {
  dispatch(u.dtype(), [&]<class T>(T) {
    centres_of<T>(device, Heads(device, plan, nullptr), pointer<T>(u), pointer<T>(p));
  });
}

// p = S σ: dp/du = p (1 - σ)
template <class T>
void centres_du_of(const Device& device, const Heads& heads, const T* p, const T* dp, T* du) {
  for_columns(device, heads.queries, 1, [=] HEED_DEVICE(int64_t b, int64_t t, int64_t) {
    const int64_t n = heads.queries.begin[b] + t;
    if (heads.S(b) > 0) du[n] += dp[n] * p[n] * (1 - p[n] / static_cast<T>(heads.S(b)));
  });
}

void centres_du(const Device& device, const AttentionPlan& plan, const Tensor& p, const Tensor& dp,
                const Tensor& du) {
  dispatch(p.dtype(), [&]<class T>(T) {
    centres_du_of<T>(device, Heads(device, plan, nullptr), pointer<T>(p), pointer<T>(dp), pointer<T>(du));
  });
}

template <class T>
void gaussian_of(const Device& device, const Heads& heads, T rate, const T* p, T* g) {
  const int64_t longest = heads.queries.longest, keys = heads.keys.longest;
  for_elements(device, heads.queries.B * heads.H * longest * keys, [=] HEED_DEVICE(int64_t i) {
    const HeadRow at(heads, i / keys, longest);
    const int64_t s = i % keys;
    if (at.t >= heads.T(at.b) || s >= heads.S(at.b)) return;
    const T far = static_cast<T>(s) - p[heads.queries.begin[at.b] + at.t];
    g[heads.row(at.b, at.h, at.t) + s] = std::exp(-far * far * rate);
  });
}

void gaussian(const Device& device, const AttentionPlan& plan, const Tensor& p, double sigma,
              const Tensor& g) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan);
  dispatch(p.dtype(), [&]<class T>(T) {
    gaussian_of<T>(device, Heads(device, plan, offsets.data), static_cast<T>(1 / (2 * sigma * sigma)),
                   pointer<T>(p), pointer<T>(g));
  });
}

template <class T>
void gaussian_dp_of(const Device& device, const Heads& heads, T rate, const T* p, const T* g, const T* dg,
                    T* dp) {
  for_columns(device, heads.queries, 1, [=] HEED_DEVICE(int64_t b, int64_t t, int64_t) {
    const int64_t n = heads.queries.begin[b] + t;
    T sum = 0;
    for (int64_t h = 0; h < heads.H; ++h) {
      const int64_t row = heads.row(b, h, t);
      for (int64_t s = 0; s < heads.S(b); ++s)
        sum += dg[row + s] * g[row + s] * rate * (static_cast<T>(s) - p[n]);
    }
    dp[n] += sum;
  });
}

void gaussian_dp(const Device& device, const AttentionPlan& plan, const Tensor& p, double sigma,
                 const Tensor& g, const Tensor& dg, const Tensor& dp) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan);
  dispatch(p.dtype(), [&]<class T>(T) {
    gaussian_dp_of<T>(device, Heads(device, plan, offsets.data), static_cast<T>(1 / (sigma * sigma)),
                      pointer<T>(p), pointer<T>(g), pointer<T>(dg), pointer<T>(dp));
  });
}

// The first whose cumulated probability exceeds u; rounding may leave none: then the last that has any.
template <class T>
HEED_DEVICE int64_t drawn(const T* p, int64_t count, T u) {
  int64_t chosen = 0;
  for (int64_t s = 0; s < count; ++s) {
    if (p[s] <= 0) continue;
    chosen = s;
    u -= p[s];
    if (u < 0) break;
  }
  return chosen;
}

template <class T>
HEED_DEVICE int64_t most_likely(const T* p, int64_t count) {
  int64_t chosen = 0;
  for (int64_t s = 1; s < count; ++s)
    if (p[s] > p[chosen]) chosen = s;
  return chosen;
}

template <class T>
void choose_of(const Device& device, DropoutKey key, bool likeliest, Rows rows, const T* p, T* chosen) {
  const StepNumber* number = step_number(device, key.step);
  for_elements(device, rows.B, [=] HEED_DEVICE(int64_t r) {
    const RandomStream stream = random_stream(key.seed, number ? number->step : key.step, key.tensor);
    const int64_t begin = rows.begin[r], count = rows.length[r];
    if (count == 0) return;
    const T u = static_cast<T>(uniform(stream, static_cast<uint32_t>(r)));
    chosen[begin + (likeliest ? most_likely(p + begin, count) : drawn(p + begin, count, u))] = T(1);
  });
}

void choose(const Device& device, DropoutKey key, bool likeliest, const Tensor& p, const Spans& rows,
            const Tensor& chosen) {
  dispatch(p.dtype(), [&]<class T>(T) {
    fill<T>(device, chosen, T(0));
    choose_of<T>(device, key, likeliest, Rows(device, rows), pointer<T>(p), pointer<T>(chosen));
  });
}

template <class T>
void log_likelihood_of(const Device& device, int64_t B, const int64_t* offset, const T* p, const T* chosen,
                       T* l) {
  for_warps(device, B, [=] HEED_DEVICE(Warp team, int64_t b) {
    const int64_t begin = offset[b];
    const T sum = team.sum<T>(offset[b + 1] - begin, [&](int64_t i) {
      return chosen[begin + i] > 0 ? std::log(p[begin + i]) : T(0);
    });
    team.once([&] { l[b] = sum; });
  });
}

void log_likelihood(const Device& device, const AttentionPlan& plan, const Tensor& p, const Tensor& chosen,
                    const Tensor& l) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan);
  dispatch(p.dtype(), [&]<class T>(T) {
    log_likelihood_of<T>(device, l.count(), offsets.data, pointer<T>(p), pointer<T>(chosen), pointer<T>(l));
  });
}

template <class T>
void log_likelihood_dp_of(const Device& device, int64_t B, const int64_t* offset, const T* p, const T* chosen,
                          const T* dl, T* dp) {
  for_warps(device, B, [=] HEED_DEVICE(Warp team, int64_t b) {
    const int64_t begin = offset[b];
    team.each(offset[b + 1] - begin, [&](int64_t i) {
      if (chosen[begin + i] > 0) dp[begin + i] += dl[b] / p[begin + i];
    });
  });
}

void log_likelihood_dp(const Device& device, const AttentionPlan& plan, const Tensor& p, const Tensor& chosen,
                       const Tensor& dl, const Tensor& dp) {
  const Scratch<int64_t> offsets = weight_offsets(device, plan);
  dispatch(p.dtype(), [&]<class T>(T) {
    log_likelihood_dp_of<T>(device, dl.count(), offsets.data, pointer<T>(p), pointer<T>(chosen),
                            pointer<T>(dl), pointer<T>(dp));
  });
}

}  // namespace

void add_placing_kernels(AlignmentKernels& table) {
  table.centres = centres;
  table.centres_du = centres_du;
  table.gaussian = gaussian;
  table.gaussian_dp = gaussian_dp;
  table.choose = choose;
  table.log_likelihood = log_likelihood;
  table.log_likelihood_dp = log_likelihood_dp;
}

}  // namespace heed::cuda

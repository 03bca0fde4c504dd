#include "engine/kernels/alignment.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/kernels/cpu/heads.h"
#include "engine/kernels/cpu/slopes.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS

namespace {

void dot(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
         const Tensor& scores) {
  dispatch(q.dtype(), [&]<class T>(T) {
    for_heads<T>(device, plan, scores, [&](size_t b, int64_t h, T* e) {
      Block<T> Q(q, plan.queries, b, h, plan.heads), K(k, plan.keys, b, h, plan.heads);
      multiply<T>(Q.rows, K.rows, Q.width, {Q.data, Q.stride, 1}, K.data, 1, K.stride, e, K.rows, false,
                  fuses(device));
      view(e, Q.rows * K.rows) *= static_cast<T>(plan.scale);
    });
  });
}

void dot_backward(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
                  const Tensor& dscores, const Tensor& dq, const Tensor& dk) {
  dispatch(q.dtype(), [&]<class T>(T) {
    for_heads<T>(device, plan, dscores, [&](size_t b, int64_t h, T* de) {
      Block<T> Q(q, plan.queries, b, h, plan.heads), K(k, plan.keys, b, h, plan.heads);
      Block<T> dQ(dq, plan.queries, b, h, plan.heads), dK(dk, plan.keys, b, h, plan.heads);
      // e = scale q kᵀ: dq = scale de k, dk = scale deᵀ q
      T* scaled = scratch<T>(Q.rows * K.rows, 2);
      view(scaled, Q.rows * K.rows) = view(de, Q.rows * K.rows) * static_cast<T>(plan.scale);
      multiply<T>(Q.rows, Q.width, K.rows, {scaled, K.rows, 1}, K.data, K.stride, 1, dQ.data, dQ.stride,
                  true);
      multiply<T>(K.rows, K.width, Q.rows, {scaled, 1, K.rows}, Q.data, Q.stride, 1, dK.data, dK.stride,
                  true);
    });
  });
}

// v · tanh(q + k)
template <class T>
T additive_score(int64_t width, const T* q, const T* k, const T* v) {
  LaneSums<T> sums;
  for (int64_t i = 0; i < width; i += sums.kLanes)
    sums.add([&](int lane) {
      const Lanes<T> at{std::max<int64_t>(0, width - i - lane)};
      const int64_t from = i + lane;
      return at.load(v + from) * tanh_of(at.load(q + from) + at.load(k + from));
    });
  return sums.total();
}

void additive(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
              const Tensor& v, const Tensor& scores) {
  dispatch(q.dtype(), [&]<class T>(T) {
    for_heads<T>(device, plan, scores, [&](size_t b, int64_t h, T* e) {
      Block<T> Q(q, plan.queries, b, h, plan.heads), K(k, plan.keys, b, h, plan.heads);
      for (int64_t t = 0; t < Q.rows; ++t)
        for (int64_t s = 0; s < K.rows; ++s)
          *e++ = additive_score(Q.width, Q.row(t), K.row(s), pointer<T>(v) + h * Q.width);
    });
  });
}

// One head of one sentence; dv [K].
template <class T>
void additive_backward_of(Block<T> Q, Block<T> K, Block<T> dQ, Block<T> dK, const T* v, const T* de, T* dv) {
  const auto w = view(const_cast<T*>(v), Q.width);
  auto tanh = view(scratch<T>(2 * Q.width, 2), Q.width);
  auto slope = view(tanh.data() + Q.width, Q.width);
  for (int64_t t = 0; t < Q.rows; ++t)
    for (int64_t s = 0; s < K.rows; ++s, ++de) {
      // e = v·tanh(z), z = q + k: dv = de tanh(z), dq = dk = de v (1 - tanh²(z))
      tanh = (view(Q.data + t * Q.stride, Q.width) + view(K.data + s * K.stride, Q.width)).tanh();
      slope = *de * w * (T(1) - tanh.square());
      view(dv, Q.width) += *de * tanh;
      view(dQ.data + t * dQ.stride, Q.width) += slope;
      view(dK.data + s * dK.stride, Q.width) += slope;
    }
}

void additive_backward(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
                       const Tensor& v, const Tensor& dscores, const Tensor& dq, const Tensor& dk,
                       const Tensor& dv) {
  dispatch(q.dtype(), [&]<class T>(T) {
    // Every sentence has its own part of dv: added up in order, whatever the number of threads.
    const int64_t width = v.count(), K = width / plan.heads;
    std::vector<T> parts(plan.queries.B() * static_cast<size_t>(width), T(0));
    for_heads<T>(device, plan, dscores, [&](size_t b, int64_t h, T* de) {
      additive_backward_of<T>({q, plan.queries, b, h, plan.heads}, {k, plan.keys, b, h, plan.heads},
                              {dq, plan.queries, b, h, plan.heads}, {dk, plan.keys, b, h, plan.heads},
                              pointer<T>(v) + h * K, de,
                              parts.data() + static_cast<int64_t>(b) * width + h * K);
    });
    for (size_t b = 0; b < plan.queries.B(); ++b)
      array<T>(dv) += view(parts.data() + static_cast<int64_t>(b) * width, width);
  });
}

// The threshold τ with Σ max(0, e - τ) = 1. Above it lie the k largest for the largest k with
// 1 + k e_(k) > Σ_{j≤k} e_(j).
template <class T>
T sparsemax_threshold(const T* e, int64_t count, std::vector<T>& sorted) {
  sorted.assign(e, e + count);
  std::sort(sorted.begin(), sorted.end(), std::greater<T>());
  T sum = 0, threshold = 0;
  for (size_t j = 0; j < sorted.size(); ++j) {
    sum += sorted[j];
    const T k = static_cast<T>(j + 1);
    if (1 + k * sorted[j] <= sum) break;
    threshold = (sum - 1) / k;
  }
  return threshold;
}

void sparsemax(const Device&, const Tensor& scores, const Spans& rows, const Tensor& weights) {
  dispatch(scores.dtype(), [&]<class T>(T) {
    std::vector<T> sorted;
    for (size_t r = 0; r < rows.B(); ++r) {
      T *e = pointer<T>(scores) + rows.begin[r], *p = pointer<T>(weights) + rows.begin[r];
      // From the largest: sums of large scores would lose the digits that decide.
      const T most = rows.length[r] > 0 ? view(e, rows.length[r]).maxCoeff() : T(0);
      view(p, rows.length[r]) = view(e, rows.length[r]) - most;
      const T threshold = sparsemax_threshold(p, rows.length[r], sorted);
      view(p, rows.length[r]) = (view(p, rows.length[r]) - threshold).max(T(0));
    }
  });
}

void sparsemax_dx(const Device&, const Tensor& weights, const Spans& rows, const Tensor& dweights,
                  const Tensor& dscores, bool add) {
  dispatch(weights.dtype(), [&]<class T>(T) {
    if (!add) array<T>(dscores) = T(0);
    for (size_t r = 0; r < rows.B(); ++r) {
      const T *p = pointer<T>(weights) + rows.begin[r], *dp = pointer<T>(dweights) + rows.begin[r];
      T* de = pointer<T>(dscores) + rows.begin[r];
      // Over the support: de = dp - mean(dp); zero elsewhere (eq. 14).
      T sum = 0, support = 0;
      for (int32_t s = 0; s < rows.length[r]; ++s)
        if (p[s] > 0) sum += dp[s], support += 1;
      for (int32_t s = 0; s < rows.length[r]; ++s)
        if (p[s] > 0) de[s] += dp[s] - sum / support;
    }
  });
}

// Calls body(query row, its number of keys, its H·S flat entries as one per head) for every query.
template <class Body>
void for_queries(const AttentionPlan& plan, const Body& body) {
  const std::vector<int64_t> offsets = plan.weight_offsets();
  for (size_t b = 0; b < plan.queries.B(); ++b) {
    const int64_t T = plan.queries.length[b], S = plan.keys.length[b];
    for (int64_t h = 0; h < plan.heads; ++h)
      for (int64_t t = 0; t < T; ++t) body(plan.queries.begin[b] + t, S, offsets[b] + (h * T + t) * S);
  }
}

void centres(const Device&, const AttentionPlan& plan, const Tensor& u, const Tensor& p) {
  dispatch(u.dtype(), [&]<class T>(T) {
    for_queries(plan, [&](int64_t n, int64_t S, int64_t) {
      pointer<T>(p)[n] = static_cast<T>(S) / (1 + std::exp(-pointer<T>(u)[n]));
    });
  });
}

void centres_du(const Device&, const AttentionPlan& plan, const Tensor& p, const Tensor& dp,
                const Tensor& du) {
  dispatch(p.dtype(), [&]<class T>(T) {
    for (size_t b = 0; b < plan.queries.B(); ++b)
      for (int64_t t = 0; t < plan.queries.length[b] && plan.keys.length[b] > 0; ++t) {
        const int64_t n = plan.queries.begin[b] + t;
        const T part = pointer<T>(p)[n] / static_cast<T>(plan.keys.length[b]);
        pointer<T>(du)[n] += pointer<T>(dp)[n] * pointer<T>(p)[n] * (1 - part);  // p = S σ: dp/du = p (1 - σ)
      }
  });
}

void gaussian(const Device&, const AttentionPlan& plan, const Tensor& p, double sigma, const Tensor& g) {
  dispatch(p.dtype(), [&]<class T>(T) {
    const T rate = static_cast<T>(1 / (2 * sigma * sigma));
    for_queries(plan, [&](int64_t n, int64_t S, int64_t at) {
      for (int64_t s = 0; s < S; ++s) {
        const T far = static_cast<T>(s) - pointer<T>(p)[n];
        pointer<T>(g)[at + s] = std::exp(-far * far * rate);
      }
    });
  });
}

void gaussian_dp(const Device&, const AttentionPlan& plan, const Tensor& p, double sigma, const Tensor& g,
                 const Tensor& dg, const Tensor& dp) {
  dispatch(p.dtype(), [&]<class T>(T) {
    const T rate = static_cast<T>(1 / (sigma * sigma));
    for_queries(plan, [&](int64_t n, int64_t S, int64_t at) {
      for (int64_t s = 0; s < S; ++s)
        pointer<T>(dp)[n] +=
            pointer<T>(dg)[at + s] * pointer<T>(g)[at + s] * rate * (static_cast<T>(s) - pointer<T>(p)[n]);
    });
  });
}

void choose(const Device&, DropoutKey key, bool likeliest, const Tensor& p, const Spans& rows,
            const Tensor& chosen) {
  const RandomStream stream = random_stream(key.seed, key.step, key.tensor);
  dispatch(p.dtype(), [&]<class T>(T) {
    array<T>(chosen) = T(0);
    for (size_t r = 0; r < rows.B(); ++r) {
      if (rows.length[r] == 0) continue;
      const T* first = pointer<T>(p) + rows.begin[r];
      int32_t s = 0;
      if (likeliest) {
        s = static_cast<int32_t>(std::max_element(first, first + rows.length[r]) - first);
      } else {
        // The first whose cumulated probability exceeds u; rounding may leave none: then the last that has
        // any.
        T rest = static_cast<T>(uniform(stream, static_cast<uint32_t>(r)));
        for (int32_t i = 0; i < rows.length[r]; ++i) {
          if (first[i] <= 0) continue;
          s = i;
          rest -= first[i];
          if (rest < 0) break;
        }
      }
      pointer<T>(chosen)[rows.begin[r] + s] = T(1);
    }
  });
}

void log_likelihood(const Device&, const AttentionPlan& plan, const Tensor& p, const Tensor& chosen,
                    const Tensor& l) {
  const std::vector<int64_t> offsets = plan.weight_offsets();
  dispatch(p.dtype(), [&]<class T>(T) {
    for (size_t b = 0; b + 1 < offsets.size(); ++b) {
      T sum = 0;
      for (int64_t i = offsets[b]; i < offsets[b + 1]; ++i)
        if (pointer<T>(chosen)[i] > 0) sum += std::log(pointer<T>(p)[i]);
      pointer<T>(l)[b] = sum;
    }
  });
}

void log_likelihood_dp(const Device&, const AttentionPlan& plan, const Tensor& p, const Tensor& chosen,
                       const Tensor& dl, const Tensor& dp) {
  const std::vector<int64_t> offsets = plan.weight_offsets();
  dispatch(p.dtype(), [&]<class T>(T) {
    for (size_t b = 0; b + 1 < offsets.size(); ++b)
      for (int64_t i = offsets[b]; i < offsets[b + 1]; ++i)
        if (pointer<T>(chosen)[i] > 0) pointer<T>(dp)[i] += pointer<T>(dl)[b] / pointer<T>(p)[i];
  });
}

}  // namespace

AlignmentKernels alignment_kernels() {
  return {dot,       going_back(dot_backward), additive, going_back(additive_backward),
          sparsemax, going_back(sparsemax_dx), centres,  going_back(centres_du),
          gaussian,  going_back(gaussian_dp),  choose};
}

void add_training(AlignmentKernels& kernels) {
  kernels.log_likelihood = log_likelihood;
  kernels.log_likelihood_dp = log_likelihood_dp;
}

HEED_END_KERNELS

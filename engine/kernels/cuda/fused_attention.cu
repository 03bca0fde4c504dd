#include "engine/kernels/cuda/fused_attention.h"

#include "engine/kernels/cuda/fused_tiles.h"
#include "engine/kernels/cuda/narrow.h"
#include "engine/kernels/cuda/product_attention.h"

namespace heed::cuda {
namespace {

// Matrices and squares of scores on the chip: forward q, k, v, sum; backward of keys k, v, dk, dv, q, dout
// and two squares; of queries q, dout, dq, k, v and one.
constexpr int64_t kForward[] = {4, 1}, kOfKeys[] = {6, 2}, kOfQueries[] = {5, 1};

template <class T>
int64_t shared_bytes(const Fused<T>& a, const int64_t* parts) {
  const int64_t width = a.K > a.V ? a.K : a.V;
  return (parts[0] * a.R * (width + 1) + parts[1] * a.R * a.R + 4 * a.R) * static_cast<int64_t>(sizeof(T));
}

template <class T>
Fused<T> call_of(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
                 const Tensor& v, const Tensor& out, const Tensor& stats, const int64_t* parts) {
  const Rows packed(device, Spans::packed(plan.queries.length));
  const int64_t K = q.shape().columns() / plan.heads, V = v.shape().columns() / plan.heads;
  const int64_t R = tile_rows(K > V ? K : V, parts[0], parts[1], static_cast<int64_t>(sizeof(T)));
  return {Heads(device, plan, nullptr),
          packed.begin,
          K,
          V,
          R,
          static_cast<T>(plan.scale),
          pointer<T>(q),
          pointer<T>(k),
          pointer<T>(v),
          pointer<T>(out),
          pointer<T>(stats)};
}

// The running softmax of row t of the scores: `most` and `total` so far; `fade` is what earlier sums are
// worth now. NaN stays NaN.
template <class T>
HEED_DEVICE void next_keys(T* row, int64_t keys, T& most, T& total, T& fade) {
  T now = most;
  for (int64_t s = 0; s < keys; ++s) now = row[s] <= now ? now : row[s];
  const bool any = now != -std::numeric_limits<T>::infinity();
  fade = any ? std::exp(most - now) : T(1);
  T sum = 0;
  for (int64_t s = 0; s < keys; ++s) {
    row[s] = any ? std::exp(row[s] - now) : T(0);
    sum += row[s];
  }
  total = total * fade + sum;
  most = now;
}

template <class T>
HEED_DEVICE void forward_tile(const Fused<T>& a, const Block& team, int64_t b, int64_t h, int64_t first,
                              int64_t rows) {
  const int64_t K = a.K, V = a.V, R = a.R, wide = (K > V ? K : V) + 1, S = a.heads.S(b);
  const int64_t apart = R + 1;  // rows of p, which threads of next_keys() read one each
  T *q = team.template shared<T>(), *k = q + R * wide, *v = k + R * wide, *sum = v + R * wide;
  T *p = sum + R * wide, *most = p + R * apart, *total = most + R, *fade = total + R;
  a.load(team, a.q, a.heads.queries.begin[b] + first, h, K, rows, a.scale, q);
  team.each(rows, [&](int64_t t) { most[t] = -std::numeric_limits<T>::infinity(), total[t] = 0; });
  team.each(rows * V, [&](int64_t i) { sum[i] = 0; });
  const int64_t end = a.heads.end(b, first + rows - 1);
  for (int64_t s0 = a.heads.near(first); s0 < end; s0 += R) {
    const int64_t keys = S - s0 < R ? S - s0 : R;
    a.load(team, a.k, a.heads.keys.begin[b] + s0, h, K, keys, T(1), k);
    a.load(team, a.v, a.heads.keys.begin[b] + s0, h, V, keys, T(1), v);
    team.each(rows * keys, [&](int64_t i) {
      const int64_t t = i / keys, s = i % keys;
      p[t * apart + s] = a.heads.sees(b, first + t, s0 + s) ? a.dot(q + t * (K + 1), k + s * (K + 1), K)
                                                            : -std::numeric_limits<T>::infinity();
    });
    team.each(rows, [&](int64_t t) { next_keys(p + t * apart, keys, most[t], total[t], fade[t]); });
    team.each(rows * V, [&](int64_t i) {
      const int64_t t = i / V, c = i % V;
      T value = sum[i] * fade[t];
      for (int64_t s = 0; s < keys; ++s) value += p[t * apart + s] * v[s * (V + 1) + c];
      sum[i] = value;
    });
  }
  team.each(rows * V, [&](int64_t i) {
    const int64_t t = i / V;
    T* out = a.out + a.out_row(b, first + t) * a.heads.H * V + h * V;
    out[i % V] = total[t] == 0 ? T(0) : sum[i] / total[t];
  });
  team.each(rows, [&](int64_t t) { a.stat(b, h, first + t) = most[t] + std::log(total[t]); });
}

// Gradients of one tile of keys and values, over all queries that see them.
template <class T>
HEED_DEVICE void keys_tile(const Fused<T>& a, const Block& team, int64_t b, int64_t h, int64_t first,
                           int64_t keys, T* dk_out, bool add_k, T* dv_out, bool add_v) {
  const int64_t K = a.K, V = a.V, R = a.R, wide = (K > V ? K : V) + 1;
  const int64_t before = a.heads.near(first), end = a.heads.far(first + keys - 1, a.heads.T(b));
  T *k = team.template shared<T>(), *v = k + R * wide, *dk = v + R * wide, *dv = dk + R * wide;
  T *q = dv + R * wide, *up = q + R * wide, *p = up + R * wide, *ds = p + R * R;
  a.load(team, a.k, a.heads.keys.begin[b] + first, h, K, keys, T(1), k);
  a.load(team, a.v, a.heads.keys.begin[b] + first, h, V, keys, T(1), v);
  team.each(R * wide, [&](int64_t i) { dk[i] = dv[i] = 0; });
  for (int64_t t0 = a.heads.causal ? first / R * R : before; t0 < end; t0 += R) {
    const int64_t rows = end - t0 < R ? end - t0 : R;
    a.load(team, a.q, a.heads.queries.begin[b] + t0, h, K, rows, a.scale, q);
    a.load(team, a.dout, a.out_row(b, t0), h, V, rows, T(1), up);
    team.each(rows * keys, [&](int64_t i) {
      const int64_t t = i / keys, s = i % keys;
      const T w = a.weight(b, h, t0 + t, first + s, q + t * (K + 1), k + s * (K + 1));
      p[t * R + s] = w;
      ds[t * R + s] = w * (a.dot(up + t * (V + 1), v + s * (V + 1), V) - a.delta_of(b, h, t0 + t));
    });
    team.each(keys * V, [&](int64_t i) {
      for (int64_t t = 0; t < rows; ++t) dv[i] += p[t * R + i / V] * up[t * (V + 1) + i % V];
    });
    team.each(keys * K, [&](int64_t i) {
      for (int64_t t = 0; t < rows; ++t) dk[i] += ds[t * R + i / K] * q[t * (K + 1) + i % K];
    });
  }
  const int64_t row = a.heads.keys.begin[b] + first;
  team.each(keys * K, [&](int64_t i) {
    T* place = dk_out + (row + i / K) * a.heads.H * K + h * K + i % K;
    *place = add_k ? *place + dk[i] : dk[i];
  });
  team.each(keys * V, [&](int64_t i) {
    T* place = dv_out + (row + i / V) * a.heads.H * V + h * V + i % V;
    *place = add_v ? *place + dv[i] : dv[i];
  });
}

// Gradient of one tile of queries, over all keys that they see.
template <class T>
HEED_DEVICE void queries_tile(const Fused<T>& a, const Block& team, int64_t b, int64_t h, int64_t first,
                              int64_t rows, T* dq_out, bool add) {
  const int64_t K = a.K, V = a.V, R = a.R, wide = (K > V ? K : V) + 1, S = a.heads.S(b);
  T *q = team.template shared<T>(), *up = q + R * wide, *dq = up + R * wide, *k = dq + R * wide;
  T *v = k + R * wide, *ds = v + R * wide;
  a.load(team, a.q, a.heads.queries.begin[b] + first, h, K, rows, a.scale, q);
  a.load(team, a.dout, a.out_row(b, first), h, V, rows, T(1), up);
  team.each(rows * K, [&](int64_t i) { dq[i] = 0; });
  const int64_t end = a.heads.end(b, first + rows - 1);
  for (int64_t s0 = a.heads.near(first); s0 < end; s0 += R) {
    const int64_t keys = S - s0 < R ? S - s0 : R;
    a.load(team, a.k, a.heads.keys.begin[b] + s0, h, K, keys, T(1), k);
    a.load(team, a.v, a.heads.keys.begin[b] + s0, h, V, keys, T(1), v);
    team.each(rows * keys, [&](int64_t i) {
      const int64_t t = i / keys, s = i % keys;
      const T w = a.weight(b, h, first + t, s0 + s, q + t * (K + 1), k + s * (K + 1));
      ds[t * R + s] = w * (a.dot(up + t * (V + 1), v + s * (V + 1), V) - a.delta_of(b, h, first + t));
    });
    team.each(rows * K, [&](int64_t i) {
      for (int64_t s = 0; s < keys; ++s) dq[i] += ds[i / K * R + s] * k[s * (K + 1) + i % K];
    });
  }
  team.each(rows * K, [&](int64_t i) {
    T* place = dq_out + (a.heads.queries.begin[b] + first + i / K) * a.heads.H * K + h * K + i % K;
    *place = add ? *place + a.scale * dq[i] : a.scale * dq[i];
  });
}

template <class T>
void fused_of(const Device& device, const Fused<T>& a) {
  for_tiles(device, a, a.heads.queries, shared_bytes(a, kForward),
            [=] HEED_DEVICE(const Block& team, int64_t b, int64_t h, int64_t first, int64_t rows) {
              forward_tile(a, team, b, h, first, rows);
            });
}

// delta = dout·out of each row and head
template <class T>
void deltas_of(const Device& device, int64_t count, int64_t V, const T* out, const T* dout, T* delta) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
    T sum = 0;
    for (int64_t c = 0; c < V; ++c) sum += out[i * V + c] * dout[i * V + c];
    delta[i] = sum;
  });
}

template <class T>
void keys_of(const Device& device, const Fused<T>& a, T* dk, bool add_k, T* dv, bool add_v) {
  for_tiles(device, a, a.heads.keys, shared_bytes(a, kOfKeys),
            [=] HEED_DEVICE(const Block& team, int64_t b, int64_t h, int64_t first, int64_t keys) {
              keys_tile(a, team, b, h, first, keys, dk, add_k, dv, add_v);
            });
}

template <class T>
void queries_of(const Device& device, const Fused<T>& a, T* dq, bool add) {
  for_tiles(device, a, a.heads.queries, shared_bytes(a, kOfQueries),
            [=] HEED_DEVICE(const Block& team, int64_t b, int64_t h, int64_t first, int64_t rows) {
              queries_tile(a, team, b, h, first, rows, dq, add);
            });
}

Tensor widened(const Device& device, const Tensor& x) {
  return in_type(device, x, DType::kFloat32);
}

// Tiles are of float32.
void fused_narrow(const Device& device, const AttentionPlan& plan, const AttentionPass& pass) {
  const Tensor out(pass.out.shape(), DType::kFloat32, *device.memory);
  fused(device, plan, widened(device, pass.q), widened(device, pass.k), widened(device, pass.v), out,
        pass.stats);
  accumulate_narrow(device, out, pass.out, false);
}

void fused_backward_narrow(const Device& device, const AttentionPlan& plan, const AttentionPass& pass,
                           const Tensor& dout, const AttentionGradients& to) {
  const AttentionPass wide{widened(device, pass.q), widened(device, pass.k), widened(device, pass.v),
                           widened(device, pass.out), pass.stats};
  auto zeros = [&](const Tensor& x) {  // for the rows of no sentence
    Tensor made(x.shape(), DType::kFloat32, *device.memory);
    fill<float>(device, made, 0);
    return made;
  };
  const AttentionGradients sums{zeros(to.dq), zeros(to.dk), zeros(to.dv)};
  fused_backward(device, plan, wide, widened(device, dout), sums);
  accumulate_narrow(device, sums.dq, to.dq, to.add_q);
  accumulate_narrow(device, sums.dk, to.dk, to.add_k);
  accumulate_narrow(device, sums.dv, to.dv, to.add_v);
}

}  // namespace

bool fuses(const AttentionPlan& plan, const Tensor& q, const Tensor& v) {
  const int64_t width = std::max(q.shape().columns(), v.shape().columns()) / plan.heads;
  return !share_a_query(plan.queries) &&
         tile_rows(width, kOfKeys[0], kOfKeys[1],
                   static_cast<int64_t>(size_of(is_narrow(q) ? DType::kFloat32 : q.dtype()))) > 0;
}

void fused(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k, const Tensor& v,
           const Tensor& out, const Tensor& stats) {
  if (worth_products(device, plan, q, v)) return by_products(device, plan, q, k, v, out, stats);
  if (is_narrow(q)) return fused_narrow(device, plan, {q, k, v, out, stats});
  dispatch(q.dtype(),
           [&]<class T>(T) { fused_of<T>(device, call_of<T>(device, plan, q, k, v, out, stats, kForward)); });
}

void fused_backward(const Device& device, const AttentionPlan& plan, const AttentionPass& pass,
                    const Tensor& dout, const AttentionGradients& to) {
  if (worth_products(device, plan, pass.q, pass.v)) return by_products_backward(device, plan, pass, dout, to);
  if (is_narrow(pass.q)) return fused_backward_narrow(device, plan, pass, dout, to);
  dispatch(pass.q.dtype(), [&]<class T>(T) {
    const Scratch<T> delta(device, pass.stats.count());
    deltas_of<T>(device, pass.stats.count(), pass.v.shape().columns() / plan.heads, pointer<T>(pass.out),
                 pointer<T>(dout), delta.data);
    for (const int64_t* parts : {kOfKeys, kOfQueries}) {
      Fused<T> call = call_of<T>(device, plan, pass.q, pass.k, pass.v, pass.out, pass.stats, parts);
      call.dout = pointer<T>(dout);
      call.delta = delta.data;
      if (parts == kOfKeys)
        keys_of<T>(device, call, pointer<T>(to.dk), to.add_k, pointer<T>(to.dv), to.add_v);
      else
        queries_of<T>(device, call, pointer<T>(to.dq), to.add_q);
    }
  });
}

}  // namespace heed::cuda

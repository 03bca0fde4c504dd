#include "engine/kernels/cuda/product_attention.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "engine/kernels/cuda/padded_heads.h"

namespace heed::cuda {
namespace {

// Padded sizes of one head.
struct Sizes {
  int64_t T, S, K, V;

  Sizes(const AttentionPlan& plan, const Tensor& q, const Tensor& v)
      : T(whole_units(plan.queries.longest())),
        S(whole_units(plan.keys.longest())),
        K(q.shape().columns() / plan.heads),
        V(v.shape().columns() / plan.heads) {}

  // q, k, v and weights; scores and out.
  int64_t forward_bytes() const { return 2 * (T * K + S * K + S * V + T * S) + 4 * (T * S + T * V); }
  // q, k, v, dout, weights and dscores; scores, dweights, dq, dk and dv.
  int64_t backward_bytes() const {
    return 2 * (T * K + S * K + S * V + T * V + 2 * T * S) + 4 * (2 * T * S + T * K + S * K + S * V);
  }
};

// Heads that are worked on at a time.
struct Part {
  int64_t first, count;
};

struct Call {
  const Device& device;
  Sizes sizes;
  Heads heads;
  Rows out;  // a sentence's rows in out and stats
  float scale;
  int64_t all, at_once;

  Call(const Device& on, const AttentionPlan& plan, const Sizes& padded, int64_t head_bytes,
       int64_t most_bytes)
      : device(on),
        sizes(padded),
        heads(on, plan, nullptr),
        out(on, Spans::packed(plan.queries.length)),
        scale(static_cast<float>(plan.scale)),
        all(heads.queries.B * heads.H) {
    const int64_t fit = std::max<int64_t>(1, most_bytes / head_bytes);
    const int64_t parts = std::max<int64_t>(1, (all + fit - 1) / fit);
    at_once = (all + parts - 1) / parts;
  }

  Tensor of(DType type, int64_t rows, int64_t width) const {
    return Tensor({at_once * rows * width}, type, *device.memory);
  }
  Tensor narrow(int64_t rows, int64_t width) const { return of(DType::kBFloat16, rows, width); }
  Tensor wide(int64_t rows, int64_t width) const { return of(DType::kFloat32, rows, width); }
  PaddedRows padded(const Rows& rows, int64_t most, int64_t width, const Part& part) const {
    return {rows.begin, rows.length, heads.H, width, most, part.first, part.count};
  }
  PaddedRows queries(const Part& part) const { return padded(heads.queries, sizes.T, sizes.K, part); }
  PaddedRows keys(const Part& part) const { return padded(heads.keys, sizes.S, sizes.K, part); }
  PaddedRows values(const Part& part) const { return padded(heads.keys, sizes.S, sizes.V, part); }
  PaddedRows outs(const Part& part) const { return padded(out, sizes.T, sizes.V, part); }
};

template <class F>
void for_parts(const Call& call, const F& f) {
  for (int64_t first = 0; first < call.all; first += call.at_once)
    f(Part{first, std::min(call.at_once, call.all - first)});
}

enum class Turned { kNone, kA, kB };

// c [M, N] = a b of each head, one of them transposed.
void multiply(const Call& call, const Part& part, int64_t M, int64_t N, int64_t K, const Tensor& a,
              const Tensor& b, Turned turned, const Tensor& c) {
  for (int64_t size : {M, N, K, part.count}) gpu_of(call.device).note(size);
  Product p;
  p.factors = DType::kBFloat16, p.sums = c.dtype();
  p.M = M, p.N = N, p.K = K, p.batch = part.count;
  p.a = a.raw(), p.b = b.raw(), p.c = c.raw();
  p.transpose_a = turned == Turned::kA, p.transpose_b = turned == Turned::kB;
  gpu_of(call.device).backend->multiply(p);
}

// Weights of each row, zeros where nothing is seen, and log Σ exp of its scaled scores.
void softmax_of(const Call& call, const Part& part, const Tensor& scores, const Tensor& weights,
                const Tensor& stats) {
  const int64_t T = call.sizes.T, S = call.sizes.S, first = part.first;
  const Heads heads = call.heads;
  const int32_t* out_begin = call.out.begin;
  const float scale = call.scale, *x = pointer<float>(scores);
  auto* w = pointer<uint16_t>(weights);
  auto* stat = pointer<float>(stats);
  for_warps(call.device, part.count * T, [=] HEED_DEVICE(Warp team, int64_t i) {
    const ScoreRow at(heads, first, T, i);
    const float *row = x + i * S, *near = row + at.near;
    const float largest = team.most<float>(at.seen, -std::numeric_limits<float>::infinity(),
                                           [&](int64_t s) { return scale * near[s]; });
    const float total =
        team.sum<float>(at.seen, [&](int64_t s) { return std::exp(scale * near[s] - largest); });
    const float log_total = largest + std::log(total);
    team.each(S, [&](int64_t s) {
      w[i * S + s] = at.sees(s) ? bfloat16_of(std::exp(scale * row[s] - log_total)) : uint16_t{0};
    });
    if (at.t >= heads.T(at.b)) return;
    team.once([&] { stat[(out_begin[at.b] + at.t) * heads.H + at.h] = log_total; });
  });
}

// p = softmax(scale · x): weights p again, and from dp = dweights what scores get, scale · p ⊙ (dp - Σ p dp).
void softmax_backward(const Call& call, const Part& part, const Tensor& scores, const Tensor& stats,
                      const Tensor& dweights, const Tensor& weights, const Tensor& dscores) {
  const int64_t T = call.sizes.T, S = call.sizes.S, first = part.first;
  const Heads heads = call.heads;
  const int32_t* out_begin = call.out.begin;
  const float scale = call.scale, *x = pointer<float>(scores), *stat = pointer<float>(stats),
              *dp = pointer<float>(dweights);
  auto *w = pointer<uint16_t>(weights), *ds = pointer<uint16_t>(dscores);
  for_warps(call.device, part.count * T, [=] HEED_DEVICE(Warp team, int64_t i) {
    const ScoreRow at(heads, first, T, i);
    const float* row = x + i * S;
    const float log_total = at.seen > 0 ? stat[(out_begin[at.b] + at.t) * heads.H + at.h] : 0;
    auto p = [&](int64_t s) { return std::exp(scale * row[s] - log_total); };
    const float mean =
        team.sum<float>(at.seen, [&](int64_t s) { return p(at.near + s) * dp[i * S + at.near + s]; });
    team.each(S, [&](int64_t s) {
      const float weight = at.sees(s) ? p(s) : 0;
      w[i * S + s] = bfloat16_of(weight);
      ds[i * S + s] = at.sees(s) ? bfloat16_of(scale * weight * (dp[i * S + s] - mean)) : uint16_t{0};
    });
  });
}

// The same in all batches of a shape.
int64_t rows_of(const Spans& spans) {
  return std::accumulate(spans.length.begin(), spans.length.end(), int64_t{0});
}

}  // namespace

bool worth_products(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& v) {
  // Products' tiles are mostly padding where there are fewer keys or queries, and so are all rows where most
  // sentences are much shorter than the longest. Fewer multiplications in all take less time than asking for
  // a dozen kernels does.
  constexpr int64_t kLeastRows = 32, kLeastWidth = 16, kMostPadding = 4, kLeastWork = int64_t{1} << 24;
  constexpr int64_t kMostWindows = 16;  // in a text: of that share tiles compute nothing
  if (q.dtype() == DType::kFloat64 || !gpu_of(device).backend->narrows()) return false;
  const Sizes sizes(plan, q, v);
  const auto B = static_cast<int64_t>(plan.queries.B());
  const bool aligned = sizes.K % kUnit == 0 && sizes.V % kUnit == 0;
  return aligned && std::min(sizes.K, sizes.V) >= kLeastWidth &&
         std::min(plan.queries.longest(), plan.keys.longest()) >= kLeastRows &&
         B * plan.heads * sizes.T * sizes.S * sizes.K >= kLeastWork &&
         (plan.reach < 0 || sizes.S <= kMostWindows * (2 * plan.reach + 1)) &&
         B * sizes.T <= kMostPadding * rows_of(plan.queries) &&
         B * sizes.S <= kMostPadding * rows_of(plan.keys) && sizes.backward_bytes() <= kMostPadded;
}

void by_products(const Device& device, const AttentionPlan& plan, const Tensor& q, const Tensor& k,
                 const Tensor& v, const Tensor& out, const Tensor& stats, int64_t most_bytes) {
  const Sizes sizes(plan, q, v);
  const int64_t T = sizes.T, S = sizes.S, K = sizes.K, V = sizes.V;
  const Call call(device, plan, sizes, sizes.forward_bytes(), most_bytes);
  const Tensor queries = call.narrow(T, K), keys = call.narrow(S, K), values = call.narrow(S, V),
               weights = call.narrow(T, S), scores = call.wide(T, S), outs = call.of(out.dtype(), T, V);
  for_parts(call, [&](const Part& part) {
    gather_heads(device, call.queries(part), q, queries);
    gather_heads(device, call.keys(part), k, keys);
    gather_heads(device, call.values(part), v, values);
    multiply(call, part, T, S, K, queries, keys, Turned::kB, scores);
    softmax_of(call, part, scores, weights, stats);
    multiply(call, part, T, V, S, weights, values, Turned::kNone, outs);
    place_heads(device, call.outs(part), outs, out, false);
  });
}

void by_products_backward(const Device& device, const AttentionPlan& plan, const AttentionPass& pass,
                          const Tensor& dout, const AttentionGradients& to, int64_t most_bytes) {
  const Sizes sizes(plan, pass.q, pass.v);
  const int64_t T = sizes.T, S = sizes.S, K = sizes.K, V = sizes.V;
  const Call call(device, plan, sizes, sizes.backward_bytes(), most_bytes);
  const Tensor queries = call.narrow(T, K), keys = call.narrow(S, K), values = call.narrow(S, V),
               douts = call.narrow(T, V), weights = call.narrow(T, S), dscores = call.narrow(T, S),
               scores = call.wide(T, S), dweights = call.wide(T, S), dqueries = call.of(to.dq.dtype(), T, K),
               dkeys = call.of(to.dk.dtype(), S, K), dvalues = call.of(to.dv.dtype(), S, V);
  for_parts(call, [&](const Part& part) {
    gather_heads(device, call.queries(part), pass.q, queries);
    gather_heads(device, call.keys(part), pass.k, keys);
    gather_heads(device, call.values(part), pass.v, values);
    gather_heads(device, call.outs(part), dout, douts);
    multiply(call, part, T, S, K, queries, keys, Turned::kB, scores);
    multiply(call, part, T, S, V, douts, values, Turned::kB, dweights);
    softmax_backward(call, part, scores, pass.stats, dweights, weights, dscores);
    multiply(call, part, S, V, T, weights, douts, Turned::kA, dvalues);
    multiply(call, part, S, K, T, dscores, queries, Turned::kA, dkeys);
    multiply(call, part, T, K, S, dscores, keys, Turned::kNone, dqueries);
    place_heads(device, call.values(part), dvalues, to.dv, to.add_v);
    place_heads(device, call.keys(part), dkeys, to.dk, to.add_k);
    place_heads(device, call.queries(part), dqueries, to.dq, to.add_q);
  });
}

}  // namespace heed::cuda

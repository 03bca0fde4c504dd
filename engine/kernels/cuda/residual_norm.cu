// The residual sum and its normalisation at once, of bf16 runs: one after the other they would read and write
// each row twice as often.
#include <cmath>

#include "engine/kernels/cuda/narrow.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

// Σ over D numbers, of which f(first) gives eight.
template <class F>
HEED_DEVICE float sum_of_units(const Warp& team, int64_t D, const F& f) {
  return team.sum<float>(D / kUnit, [&](int64_t u) {
    WideUnit unit = f(u * kUnit);
    float sum = 0;
    HEED_UNROLL
    for (int64_t c = 0; c < kUnit; ++c) sum += unit[c];
    return sum;
  });
}

// What f(i) of a residual is multiplied by.
struct Share {
  Dropping dropping;
  float kept;

  Share(const Device& device, const Residual& r)
      : dropping(device, r.key, r.rate, 1), kept(1.0f / static_cast<float>(1 - r.rate)) {}
  HEED_DEVICE float operator()(RandomStream stream, int64_t i) const {
    return dropping.drops(stream, i) ? 0.0f : kept;
  }
};

void residual(const Device& device, const Residual& r, const Tensor& gamma, const Tensor& beta,
              double epsilon, const Tensor& sum, const Tensor& y, const Tensor& narrow, const Tensor& stats) {
  const int64_t D = sum.shape().columns();
  const Share share(device, r);
  const auto least = static_cast<float>(epsilon);
  const Units x(r.x), f(r.f), s(sum), g(gamma), b(beta), out(y), copy(narrow);
  auto* stat = pointer<float>(stats);
  for_warps(device, sum.shape().rows(), [=] HEED_DEVICE(Warp team, int64_t n) {
    const RandomStream stream = share.dropping.stream();
    const int64_t row = n * D;
    team.each(D / kUnit, [&](int64_t u) {
      const int64_t i = row + u * kUnit;
      WideUnit left = x.read(i), right = f.read(i);
      s.write(unit_of([&](int64_t c) { return left[c] + right[c] * share(stream, i + c); }), i);
    });
    const float mean = sum_of_units(team, D, [&](int64_t d) { return s.read(row + d); }) / float(D);
    auto squares = [&](int64_t d) {
      WideUnit in = s.read(row + d);
      return unit_of([&](int64_t c) { return (in[c] - mean) * (in[c] - mean); });
    };
    const float variance = sum_of_units(team, D, squares) / float(D);
    const float rstd = 1 / std::sqrt(variance + least);
    team.each(D / kUnit, [&](int64_t u) {
      WideUnit in = s.read(row + u * kUnit), times = g.read(u * kUnit), plus = b.read(u * kUnit);
      const WideUnit value = unit_of([&](int64_t c) { return (in[c] - mean) * rstd * times[c] + plus[c]; });
      out.write(value, row + u * kUnit);
      copy.write(value, row + u * kUnit);
    });
    team.once([&] { stat[2 * n] = mean, stat[2 * n + 1] = rstd; });
  });
}

// x̂ = (s - μ) rstd, dx̂ = dy γ: ds = rstd (dx̂ - mean(dx̂) - x̂ mean(dx̂ x̂))
void residual_dx(const Device& device, const Residual& r, const Tensor& sum, const Tensor& gamma,
                 const Tensor& stats, const Tensor& dy, const Tensor& dsum, const Tensor& df, bool add) {
  const int64_t D = sum.shape().columns();
  const Share share(device, r);
  const Units s(sum), g(gamma), up(dy), ds(dsum), dropped(df);
  const auto* stat = pointer<float>(stats);
  for_warps(device, sum.shape().rows(), [=] HEED_DEVICE(Warp team, int64_t n) {
    const RandomStream stream = share.dropping.stream();
    const int64_t row = n * D;
    const float mean = stat[2 * n], rstd = stat[2 * n + 1];
    auto scaled = [&](int64_t d) {
      WideUnit above = up.read(row + d), times = g.read(d);
      return unit_of([&](int64_t c) { return above[c] * times[c]; });
    };
    const float a = sum_of_units(team, D, scaled) / float(D);
    auto turned = [&](int64_t d) {
      WideUnit in = s.read(row + d), dx = scaled(d);
      return unit_of([&](int64_t c) { return dx[c] * (in[c] - mean); });
    };
    const float covariance = sum_of_units(team, D, turned) / float(D);
    const float b = covariance * rstd * rstd;
    team.each(D / kUnit, [&](int64_t u) {
      const int64_t i = row + u * kUnit;
      WideUnit in = s.read(i), dx = scaled(u * kUnit);
      WideUnit value = unit_of([&](int64_t c) { return rstd * (dx[c] - a - (in[c] - mean) * b); });
      ds.write(value, i);
      dropped.write(unit_of([&](int64_t c) { return value[c] * share(stream, i + c); }), i, add);
    });
  });
}

// Eight columns of a run of rows a thread, then the runs.
void residual_dgamma(const Device& device, const Tensor& sum, const Tensor& stats, const Tensor& dy,
                     const Tensor& dgamma, const Tensor& dbeta, bool add) {
  const int64_t N = sum.shape().rows(), D = sum.shape().columns(), runs = runs_of(N);
  const Scratch<float> of_gamma(device, runs * D), of_beta(device, runs * D);
  const Units s(sum), up(dy), gammas(of_gamma.tensor), betas(of_beta.tensor);
  const auto* stat = pointer<float>(stats);
  for_units(device, runs * D, [=] HEED_DEVICE(int64_t i) {
    WideUnit g = unit_of([](int64_t) { return 0.0f; }), b = g;
    for (int64_t n = i / D * kSummedRows; n < N && n < (i / D + 1) * kSummedRows; ++n) {
      WideUnit in = s.read(n * D + i % D), above = up.read(n * D + i % D);
      const float mean = stat[2 * n], rstd = stat[2 * n + 1];
      g = unit_of([&](int64_t c) { return g[c] + above[c] * (in[c] - mean) * rstd; });
      b = unit_of([&](int64_t c) { return b[c] + above[c]; });
    }
    gammas.write(g, i);
    betas.write(b, i);
  });
  add_up(device, of_gamma, runs, D, pointer<float>(dgamma), add);
  add_up(device, of_beta, runs, D, pointer<float>(dbeta), add);
}

}  // namespace

void add_residual_kernels(NormKernels& kernels) {
  kernels.residual = residual;
  kernels.residual_dx = residual_dx;
  kernels.residual_dgamma = residual_dgamma;
}

}  // namespace heed::cuda

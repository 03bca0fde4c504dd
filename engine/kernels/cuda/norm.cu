#include "engine/kernels/norm.h"

#include <cmath>

#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

template <class T>
void layer_norm_of(const Device& device, int64_t N, int64_t D, const T* x, const T* gamma, const T* beta,
                   T epsilon, T* y, T* stats) {
  for_warps(device, N, [=] HEED_DEVICE(Warp team, int64_t n) {
    const T* in = x + n * D;
    const T mean = team.sum<T>(D, [&](int64_t d) { return in[d]; }) / T(D);
    const T variance = team.sum<T>(D, [&](int64_t d) { return (in[d] - mean) * (in[d] - mean); }) / T(D);
    const T rstd = 1 / std::sqrt(variance + epsilon);
    team.each(D, [&](int64_t d) { y[n * D + d] = (in[d] - mean) * rstd * gamma[d] + beta[d]; });
    team.once([&] { stats[2 * n] = mean, stats[2 * n + 1] = rstd; });
  });
}

void layer_norm(const Device& device, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                double epsilon, const Tensor& y, const Tensor& stats) {
  dispatch(x.dtype(), [&]<class T>(T) {
    layer_norm_of<T>(device, x.shape().rows(), x.shape().columns(), pointer<T>(x), pointer<T>(gamma),
                     pointer<T>(beta), static_cast<T>(epsilon), pointer<T>(y), pointer<T>(stats));
  });
}

// x̂ = (x - μ) rstd, dx̂ = dy γ: dx = rstd (dx̂ - mean(dx̂) - x̂ mean(dx̂ x̂))
template <class T>
void layer_norm_dx_of(const Device& device, int64_t N, int64_t D, const T* x, const T* gamma, const T* stats,
                      const T* dy, T* dx, bool add) {
  for_warps(device, N, [=] HEED_DEVICE(Warp team, int64_t n) {
    const T *in = x + n * D, *up = dy + n * D;
    const T mean = stats[2 * n], rstd = stats[2 * n + 1];
    const T a = team.sum<T>(D, [&](int64_t d) { return up[d] * gamma[d]; }) / T(D);
    const T covariance = team.sum<T>(D, [&](int64_t d) { return up[d] * gamma[d] * (in[d] - mean); }) / T(D);
    const T b = covariance * rstd * rstd;
    team.each(D, [&](int64_t d) {
      const T value = rstd * (up[d] * gamma[d] - a - (in[d] - mean) * b);
      dx[n * D + d] = add ? dx[n * D + d] + value : value;
    });
  });
}

void layer_norm_dx(const Device& device, const Tensor& x, const Tensor& gamma, const Tensor& stats,
                   const Tensor& dy, const Tensor& dx, bool add) {
  dispatch(x.dtype(), [&]<class T>(T) {
    layer_norm_dx_of<T>(device, x.shape().rows(), x.shape().columns(), pointer<T>(x), pointer<T>(gamma),
                        pointer<T>(stats), pointer<T>(dy), pointer<T>(dx), add);
  });
}

template <class T>
void layer_norm_dgamma_of(const Device& device, int64_t N, int64_t D, const T* x, const T* stats, const T* dy,
                          T* dgamma, T* dbeta, bool add) {
  sum_columns<T>(device, N, D, dgamma, add, [=] HEED_DEVICE(int64_t n, int64_t d) {
    return dy[n * D + d] * (x[n * D + d] - stats[2 * n]) * stats[2 * n + 1];
  });
  sum_columns<T>(device, N, D, dbeta, add, [=] HEED_DEVICE(int64_t n, int64_t d) { return dy[n * D + d]; });
}

void layer_norm_dgamma(const Device& device, const Tensor& x, const Tensor& stats, const Tensor& dy,
                       const Tensor& dgamma, const Tensor& dbeta, bool add) {
  dispatch(x.dtype(), [&]<class T>(T) {
    layer_norm_dgamma_of<T>(device, x.shape().rows(), x.shape().columns(), pointer<T>(x), pointer<T>(stats),
                            pointer<T>(dy), pointer<T>(dgamma), pointer<T>(dbeta), add);
  });
}

template <class T>
void rms_norm_of(const Device& device, int64_t N, int64_t D, const T* x, const T* gamma, T epsilon, T* y,
                 T* stats) {
  for_warps(device, N, [=] HEED_DEVICE(Warp team, int64_t n) {
    const T* in = x + n * D;
    const T square = team.sum<T>(D, [&](int64_t d) { return in[d] * in[d]; }) / T(D);
    const T factor = 1 / std::sqrt(square + epsilon);
    team.each(D, [&](int64_t d) { y[n * D + d] = in[d] * factor * gamma[d]; });
    team.once([&] { stats[2 * n] = 0, stats[2 * n + 1] = factor; });
  });
}

void rms_norm(const Device& device, const Tensor& x, const Tensor& gamma, double epsilon, const Tensor& y,
              const Tensor& stats) {
  dispatch(x.dtype(), [&]<class T>(T) {
    rms_norm_of<T>(device, x.shape().rows(), x.shape().columns(), pointer<T>(x), pointer<T>(gamma),
                   static_cast<T>(epsilon), pointer<T>(y), pointer<T>(stats));
  });
}

// x̂ = x r, dx̂ = dy γ: dx = r (dx̂ - x̂ mean(dx̂ x̂))
template <class T>
void rms_norm_dx_of(const Device& device, int64_t N, int64_t D, const T* x, const T* gamma, const T* stats,
                    const T* dy, T* dx, bool add) {
  for_warps(device, N, [=] HEED_DEVICE(Warp team, int64_t n) {
    const T *in = x + n * D, *up = dy + n * D;
    const T factor = stats[2 * n + 1];
    const T together = team.sum<T>(D, [&](int64_t d) { return up[d] * gamma[d] * in[d]; }) / T(D);
    const T b = together * factor * factor;
    team.each(D, [&](int64_t d) {
      const T value = factor * (up[d] * gamma[d] - in[d] * b);
      dx[n * D + d] = add ? dx[n * D + d] + value : value;
    });
  });
}

void rms_norm_dx(const Device& device, const Tensor& x, const Tensor& gamma, const Tensor& stats,
                 const Tensor& dy, const Tensor& dx, bool add) {
  dispatch(x.dtype(), [&]<class T>(T) {
    rms_norm_dx_of<T>(device, x.shape().rows(), x.shape().columns(), pointer<T>(x), pointer<T>(gamma),
                      pointer<T>(stats), pointer<T>(dy), pointer<T>(dx), add);
  });
}

}  // namespace

NormKernels norm_kernels() {
  NormKernels table{layer_norm, layer_norm_dx, layer_norm_dgamma, rms_norm, rms_norm_dx};
  add_residual_kernels(table);
  return table;
}

}  // namespace heed::cuda

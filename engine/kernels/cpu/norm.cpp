#include "engine/kernels/norm.h"

#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

void layer_norm(const Device& device, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                double epsilon, const Tensor& y, const Tensor& stats) {
  const int64_t D = x.shape().columns();
  dispatch(x.dtype(), [&]<class T>(T) {
    auto g = array<T>(gamma), b = array<T>(beta);
    over_rows(device, x, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        auto in = view(pointer<T>(x) + n * D, D), out = view(pointer<T>(y) + n * D, D);
        const T mean = sum_of(in.data(), D) / static_cast<T>(D),
                squares = sum_of(in.data(), D, [mean](auto v) { return (v - mean) * (v - mean); }),
                rstd = 1 / std::sqrt(squares / static_cast<T>(D) + static_cast<T>(epsilon));
        out = (in - mean) * rstd * g + b;
        pointer<T>(stats)[2 * n] = mean;
        pointer<T>(stats)[2 * n + 1] = rstd;
      }
    });
  });
}

void layer_norm_dx(const Device& device, const Tensor& x, const Tensor& gamma, const Tensor& stats,
                   const Tensor& dy, const Tensor& dx, bool add) {
  const int64_t D = x.shape().columns();
  dispatch(x.dtype(), [&]<class T>(T) {
    auto g = array<T>(gamma);
    over_rows(device, x, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        const T mean = pointer<T>(stats)[2 * n], rstd = pointer<T>(stats)[2 * n + 1];
        auto in = view(pointer<T>(x) + n * D, D), up = view(pointer<T>(dy) + n * D, D);
        auto out = view(pointer<T>(dx) + n * D, D);
        // x̂ = (x - μ) rstd, dx̂ = dy γ: dx = rstd (dx̂ - mean(dx̂) - x̂ mean(dx̂ x̂))
        const T a = (up * g).mean(), b = (up * g * (in - mean)).mean() * rstd * rstd;
        put(out, rstd * (up * g - a - (in - mean) * b), add);
      }
    });
  });
}

void layer_norm_dgamma(const Device&, const Tensor& x, const Tensor& stats, const Tensor& dy,
                       const Tensor& dgamma, const Tensor& dbeta, bool add) {
  const int64_t N = x.shape().rows(), D = x.shape().columns();
  dispatch(x.dtype(), [&]<class T>(T) {
    auto dg = array<T>(dgamma), db = array<T>(dbeta);
    if (!add) {
      dg = T(0);
      db = T(0);
    }
    for (int64_t n = 0; n < N; ++n) {
      const T mean = pointer<T>(stats)[2 * n], rstd = pointer<T>(stats)[2 * n + 1];
      auto up = view(pointer<T>(dy) + n * D, D);
      dg += up * (view(pointer<T>(x) + n * D, D) - mean) * rstd;
      db += up;
    }
  });
}

void rms_norm(const Device& device, const Tensor& x, const Tensor& gamma, double epsilon, const Tensor& y,
              const Tensor& stats) {
  const int64_t D = x.shape().columns();
  dispatch(x.dtype(), [&]<class T>(T) {
    auto g = array<T>(gamma);
    over_rows(device, x, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        auto in = view(pointer<T>(x) + n * D, D), out = view(pointer<T>(y) + n * D, D);
        const T squares = sum_of(in.data(), D, [](auto v) { return v * v; }),
                factor = 1 / std::sqrt(squares / static_cast<T>(D) + static_cast<T>(epsilon));
        out = in * factor * g;
        pointer<T>(stats)[2 * n] = 0;
        pointer<T>(stats)[2 * n + 1] = factor;
      }
    });
  });
}

void rms_norm_dx(const Device& device, const Tensor& x, const Tensor& gamma, const Tensor& stats,
                 const Tensor& dy, const Tensor& dx, bool add) {
  const int64_t D = x.shape().columns();
  dispatch(x.dtype(), [&]<class T>(T) {
    auto g = array<T>(gamma);
    over_rows(device, x, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        const T factor = pointer<T>(stats)[2 * n + 1];
        auto in = view(pointer<T>(x) + n * D, D), up = view(pointer<T>(dy) + n * D, D);
        auto out = view(pointer<T>(dx) + n * D, D);
        // x̂ = x r, dx̂ = dy γ: dx = r (dx̂ - x̂ mean(dx̂ x̂))
        const T b = (up * g * in).mean() * factor * factor;
        put(out, factor * (up * g - in * b), add);
      }
    });
  });
}

}  // namespace

NormKernels norm_kernels() {
  return {layer_norm, going_back(layer_norm_dx), nullptr, rms_norm, going_back(rms_norm_dx)};
}

void add_training(NormKernels& kernels) {
  kernels.layer_norm_dgamma = layer_norm_dgamma;
}

HEED_END_KERNELS

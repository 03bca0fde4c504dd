#include "engine/kernels/elementwise.h"

#include <cmath>

#include "engine/kernels/cpu/activations.h"
#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/slopes.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

void fill(const Device&, double value, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) { std::fill_n(pointer<T>(y), y.count(), static_cast<T>(value)); });
}

void add(const Device& device, const Tensor& a, const Tensor& b, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    over_elements(device, y, [&](int64_t i, int64_t end) {
      view(pointer<T>(y) + i, end - i) = view(pointer<T>(a) + i, end - i) + view(pointer<T>(b) + i, end - i);
    });
  });
}

void accumulate(const Device& device, const Tensor& x, const Tensor& y, bool add) {
  dispatch(y.dtype(), [&]<class T>(T) {
    over_elements(device, y, [&](int64_t i, int64_t end) {
      put(view(pointer<T>(y) + i, end - i), view(pointer<T>(x) + i, end - i), add);
    });
  });
}

void multiply(const Device& device, const Tensor& a, const Tensor& b, const Tensor& y, bool add) {
  dispatch(y.dtype(), [&]<class T>(T) {
    over_elements(device, y, [&](int64_t i, int64_t end) {
      put(view(pointer<T>(y) + i, end - i),
          view(pointer<T>(a) + i, end - i) * view(pointer<T>(b) + i, end - i), add);
    });
  });
}

void times(const Device& device, const Tensor& x, const Tensor& factor, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    over_elements(device, y, [&](int64_t i, int64_t end) {
      view(pointer<T>(y) + i, end - i) = view(pointer<T>(x) + i, end - i) * *pointer<T>(factor);
    });
  });
}

void activate(const Device& device, Activation f, const Tensor& x, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    over_elements(device, y, [&](int64_t i, int64_t end) {
      auto in = view(pointer<T>(x) + i, end - i), out = view(pointer<T>(y) + i, end - i);
      if (f == Activation::kRelu) out = (in < T(0)).select(T(0), in);  // NaN stays NaN
      if (f == Activation::kTanh)
        each_vector(in.data(), out.data(), end - i, [](auto v) { return tanh_of(v); });
      if constexpr (!kForwardOnly) {
        if (f == Activation::kGelu)
          each_vector(in.data(), out.data(), end - i, [](auto v) { return gelu_of(v); });
        if (f == Activation::kGeluTanh)
          each_vector(in.data(), out.data(), end - i, [](auto v) { return gelu_tanh_of(v); });
        if (f == Activation::kSilu)
          each_vector(in.data(), out.data(), end - i, [](auto v) { return silu_of(v); });
      }
      if (f == Activation::kNone) out = in;
    });
  });
}

void activate_backward(const Device& device, Activation f, const Tensor& x, const Tensor& dy,
                       const Tensor& dx, bool add) {
  dispatch(dx.dtype(), [&]<class T>(T) {
    over_elements(device, dx, [&](int64_t i, int64_t end) {
      auto in = view(pointer<T>(x) + i, end - i), up = view(pointer<T>(dy) + i, end - i);
      auto out = view(pointer<T>(dx) + i, end - i);
      if (f == Activation::kRelu) put(out, (in > T(0)).select(up, T(0)), add);
      if (f == Activation::kTanh) put(out, up * (T(1) - in.square()), add);
      if (slopes_by_input(f))
        for (int64_t n = 0; n < end - i; n += Simd<T>::kWidth) {
          const Lanes<T> lanes{end - i - n};
          const Activated<T> at(f, lanes.load(in.data() + n));
          lanes.store(lanes.load(up.data() + n) * at.slope, out.data() + n, add);
        }
      if (f == Activation::kNone) put(out, up, add);
    });
  });
}

void dropout(const Device& device, DropoutKey key, double rate, bool rows, const Tensor& x, const Tensor& y,
             bool add) {
  const RandomStream stream = random_stream(key);
  const uint32_t threshold = chance_threshold(rate);
  const int64_t columns = rows ? std::max<int64_t>(1, y.shape().columns()) : 1;
  dispatch(y.dtype(), [&]<class T>(T) {
    const T scale = T(1) / T(1 - rate);
    over_elements(device, y, [&](int64_t first, int64_t last) {
      const T* in = pointer<T>(x);
      T* out = pointer<T>(y);
      for (int64_t i = first; i < last; ++i) {
        auto element = static_cast<uint32_t>(rows ? i / columns : i);
        // A product with a chosen factor, not a chosen product: so it is vectorised, and the sum is rounded
        // the same way in a vector and in what is left over.
        const T factor = random_bits(stream, element) < threshold ? T(0) : scale;
        out[i] = add ? out[i] + in[i] * factor : in[i] * factor;
      }
    });
  });
}

}  // namespace

ElementwiseKernels elementwise_kernels() {
  return {fill, add, accumulate, multiply, going_back(times), activate, going_back(activate_backward)};
}

void add_training(ElementwiseKernels& kernels) {
  kernels.dropout = dropout;
}

HEED_END_KERNELS

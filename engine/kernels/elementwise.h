#pragma once

#include "engine/base/random.h"
#include "engine/device/device.h"

namespace heed {

// kGelu: x Φ(x) (Hendrycks & Gimpel 2016); kGeluTanh: the same with their approximation of Φ by tanh.
// kSilu: x σ(x), too. Up to kRelu they cost a product nothing.
enum class Activation { kNone, kRelu, kGelu, kGeluTanh, kTanh, kSilu };

// Whether the slope of f(x) follows from x, and not from what came out.
constexpr bool slopes_by_input(Activation f) {
  return f == Activation::kGelu || f == Activation::kGeluTanh || f == Activation::kSilu;
}

// Element (i) of tensor number `tensor` in step `step` is dropped by a function of these numbers and the seed
// alone, on every device and with any number of threads.
struct DropoutKey {
  uint64_t seed = 0;
  uint32_t step = 0, tensor = 0;
  uint32_t first = 0;  // the number of its first element, where the tensor is a part of a larger one
};

constexpr RandomStream random_stream(const DropoutKey& key) {
  RandomStream stream = random_stream(key.seed, key.step, key.tensor);
  stream.first += key.first;  // which is what the element's own number is added to
  return stream;
}

// All tensors of a call have one shape and one type (float32 or float64); where MatmulKernels::narrows, those
// of fill, add, accumulate, activate and dropout may each be float32 or bfloat16. With `add` a kernel adds
// its result to what is in the output instead of overwriting it: that is how gradients meet.
struct ElementwiseKernels {
  void (*fill)(const Device&, double value, const Tensor& y);                     // y = value
  void (*add)(const Device&, const Tensor& a, const Tensor& b, const Tensor& y);  // y = a + b
  void (*accumulate)(const Device&, const Tensor& x, const Tensor& y, bool add);  // y (+)= x
  void (*multiply)(const Device&, const Tensor& a, const Tensor& b, const Tensor& y,
                   bool add);                                                            // y (+)= a ⊙ b
  void (*times)(const Device&, const Tensor& x, const Tensor& factor, const Tensor& y);  // y = x · factor [1]
  void (*activate)(const Device&, Activation, const Tensor& x, const Tensor& y);         // y may be x
  // dx (+)= dy ⊙ f'(x); `x` is what went in, except for ReLU and tanh, which only look at what came out.
  void (*activate_backward)(const Device&, Activation, const Tensor& x, const Tensor& dy, const Tensor& dx,
                            bool add);
  // y (+)= x ⊙ keep / (1 - rate). Backward is the same call on dy. With `rows`, whole rows are kept or
  // dropped.
  void (*dropout)(const Device&, DropoutKey, double rate, bool rows, const Tensor& x, const Tensor& y,
                  bool add) = nullptr;
};

}  // namespace heed

// Functions of one number of a tensor: activations and their slopes, dropout.
#pragma once

#include <cmath>

#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/elementwise.h"

namespace heed::cuda {

inline constexpr double kRootHalf = 0.70710678118654752440, kRootTwoOverPi = 0.79788456080286535588;

template <class T>
HEED_DEVICE T value_of(Activation f, T x) {
  if (f == Activation::kRelu) return x < T(0) ? T(0) : x;  // NaN stays NaN
  if (f == Activation::kTanh) return std::tanh(x);
  if (f == Activation::kGelu) return x * T(0.5) * (T(1) + std::erf(x * T(kRootHalf)));
  if (f == Activation::kGeluTanh)
    return x * T(0.5) * (T(1) + std::tanh(T(kRootTwoOverPi) * (x + T(0.044715) * x * x * x)));
  if (f == Activation::kSilu) return x / (T(1) + std::exp(-x));
  return x;
}

// f'(x); ReLU and tanh are given what came out.
template <class T>
HEED_DEVICE T slope_of(Activation f, T x) {
  if (f == Activation::kRelu) return x > T(0) ? T(1) : T(0);
  if (f == Activation::kTanh) return T(1) - x * x;
  if (f == Activation::kGelu)  // Φ(x) + x φ(x)
    return T(0.5) * (T(1) + std::erf(x * T(kRootHalf))) +
           x * std::exp(T(-0.5) * x * x) * T(0.5 * kRootTwoOverPi);
  if (f == Activation::kGeluTanh) {
    const T t = std::tanh(T(kRootTwoOverPi) * (x + T(0.044715) * x * x * x));
    return T(0.5) * (T(1) + t) +
           T(0.5) * x * (T(1) - t * t) * T(kRootTwoOverPi) * (T(1) + T(3 * 0.044715) * x * x);
  }
  if (f == Activation::kSilu) {
    const T share = T(1) / (T(1) + std::exp(-x));
    return share + x * share * (T(1) - share);
  }
  return T(1);
}

// Which elements of a tensor are dropped; every `columns` of them are kept or dropped as one.
struct Dropping {
  DropoutKey key;
  uint32_t threshold;
  int64_t columns;
  RandomStream known;
  const StepNumber* number;  // null, too, where nothing is dropped and the key is nobody's

  Dropping(const Device& device, DropoutKey of, double rate, int64_t together)
      : key(of),
        threshold(chance_threshold(rate)),
        columns(together),
        known(random_stream(of)),
        number(rate > 0 ? step_number(device, of.step) : nullptr) {}

  HEED_DEVICE RandomStream stream() const {
    if (!number) return known;
    DropoutKey now = key;
    now.step = number->step;
    return random_stream(now);
  }
  HEED_DEVICE bool drops(RandomStream stream, int64_t i) const {
    const int64_t at = columns == 1 ? i : i / columns;  // a division takes longer than all the rest
    return random_bits(stream, static_cast<uint32_t>(at)) < threshold;
  }
};

}  // namespace heed::cuda

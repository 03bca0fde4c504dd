#pragma once

#include "engine/kernels/elementwise.h"

namespace heed {

// Products with weights of 8 bits. W [O, I] ≈ values · scale, int8 with one scale per row, symmetric
// (format/quantise.h). The rows of x are made whole numbers of 16 bits at each call, each with a step of its
// own, s = max|row| / min(32767, (2³¹ - 1) / (128 · I)), so that nearly all that is lost is in W:
// |error of y| ≤ ½ s Σ|W|, per row of W. Sums are exact in int32; scales, bias and f are float32. 8 bits of
// x, or 7, which VNNI and relaxed SIMD multiply faster, moved probabilities by up to 0.1; and a model would
// say something else on each processor.
//
// A row of x with NaN or infinity gives a row of NaN.
struct Int8Kernels {
  // Lays out values (I8 [O, I]) and scale (F32 [O]). The result is I8, which is how `linear` and `gather` of
  // the other families know it; what is inside is the device's own business.
  Tensor (*pack)(const Device&, const Tensor& values, const Tensor& scale, Allocator& memory);
  // y [N, O] = f(x Wᵀ + b), float32; b may be undefined.
  void (*linear)(const Device&, const Tensor& x, const Tensor& packed, const Tensor& b, Activation,
                 const Tensor& y);
  // y[n] = W[ids[n]], float32.
  void (*gather)(const Device&, const Tensor& packed, const Tensor& ids, const Tensor& y);
};

}  // namespace heed

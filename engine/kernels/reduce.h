#pragma once

#include "engine/device/device.h"
#include "engine/tensor/spans.h"

namespace heed {

struct ReduceKernels {
  // y [B, D] = Σ of x's rows in each span / n, or / √n with `root`; an empty span gives zeros.
  void (*span_mean)(const Device&, const Tensor& x, const Spans&, bool root, const Tensor& y);
  void (*span_mean_dx)(const Device&, const Tensor& dy, const Spans&, bool root, const Tensor& dx, bool add);
  // y [B, D] = largest of x's rows in each span, row numbers in argmax int32 [B, D] (-1: empty span, y = 0).
  void (*span_max)(const Device&, const Tensor& x, const Spans&, const Tensor& y, const Tensor& argmax);
  void (*span_max_dx)(const Device&, const Tensor& dy, const Tensor& argmax, const Tensor& dx, bool add);
  // y [B, D] = Σ weights[n] x[n] over each span, and back.
  void (*span_weighted)(const Device&, const Tensor& weights, const Tensor& x, const Spans&, const Tensor& y);
  void (*span_weighted_dw)(const Device&, const Tensor& dy, const Tensor& x, const Spans&,
                           const Tensor& dweights, bool add);
  void (*span_weighted_dx)(const Device&, const Tensor& dy, const Tensor& weights, const Spans&,
                           const Tensor& dx, bool add);
  // y [B, D] = the first `forward` columns of a span's last row, the others of its first; zeros if it is
  // empty.
  void (*span_ends)(const Device&, const Tensor& x, const Spans&, int64_t forward, const Tensor& y);
  void (*span_ends_dx)(const Device&, const Tensor& dy, const Spans&, int64_t forward, const Tensor& dx,
                       bool add);
  double (*sum_of_squares)(const Device&, const Tensor& x) = nullptr;
  bool (*all_finite)(const Device&, const Tensor& x);
};

}  // namespace heed

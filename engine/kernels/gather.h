#pragma once

#include "engine/device/device.h"
#include "engine/tensor/spans.h"

namespace heed {

// ids are int32 and in range.
struct GatherKernels {
  // y[n] = table[ids[n]]; the table may be one that MatmulKernels::pack or kernels/int8.h laid out.
  void (*gather)(const Device&, const Tensor& table, const Tensor& ids, const Tensor& y);
  // drows[slots[n]] += dy[n]: the gradient of the touched rows only. drows is zeroed first.
  void (*scatter_add)(const Device&, const Tensor& dy, const Tensor& slots, const Tensor& drows);
  // y[n] = sum of table[ids[i]] over the bag n (Bojanowski et al. 2017, eq. 2), or its mean; an empty bag
  // gives zeros.
  void (*bag_sum)(const Device&, const Tensor& table, const Tensor& ids, const Spans& bags, bool mean,
                  const Tensor& y);
  void (*bag_scatter_add)(const Device&, const Tensor& dy, const Tensor& slots, const Spans& bags, bool mean,
                          const Tensor& drows) = nullptr;
  // y[n] [width·D] = rows n-r … n+r of x side by side, zeros past the ends of the sentence; width = 2r + 1.
  void (*unfold)(const Device&, const Tensor& x, const Spans&, int width, const Tensor& y);
  void (*unfold_dx)(const Device&, const Tensor& dy, const Spans&, int width, const Tensor& dx, bool add);
  // [N, D1] and [N, D2] side by side, and back.
  void (*concat)(const Device&, const Tensor& a, const Tensor& b, const Tensor& y);
  void (*slice_columns)(const Device&, const Tensor& x, int64_t first, const Tensor& y, bool add);
};

}  // namespace heed

// The gradient of one weight over some parts of a step.
#pragma once

#include "engine/autograd/variable.h"
#include "engine/device/device.h"

namespace heed {

// One of the two, or nothing where no part has reached the weight.
struct PartGradient {
  Tensor whole;
  SparseRows rows;
  bool defined() const { return whole.defined() || rows.defined(); }
};

// a += b, in memory of this kind. What one of them lacks is added as zeros: the bits are those of a sum of
// whole tensors.
void add_gradient(const Device& device, Allocator& memory, const Shape& shape, PartGradient& a,
                  const PartGradient& b);

// y = the gradient, zeros where there is none.
void write_gradient(const Device& device, const PartGradient& gradient, const Tensor& y);

// Rows `some` among the rows `all`, whose values hold zeros.
void place_rows(const SparseRows& some, const SparseRows& all);

}  // namespace heed

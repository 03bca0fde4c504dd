#include "engine/ranks/part_gradient.h"

#include <algorithm>
#include <iterator>

#include "engine/kernels/kernels.h"

namespace heed {
namespace {

// y = a + b, by numbers; null: zeros.
void add_row(const float* a, const float* b, size_t count, float* y) {
  for (size_t i = 0; i < count; ++i) y[i] = (a ? a[i] : 0.0f) + (b ? b[i] : 0.0f);
}

// The host's memory: elsewhere gradients of tables are whole.
SparseRows sum_of_rows(Allocator& memory, const SparseRows& a, const SparseRows& b) {
  SparseRows sum;
  std::set_union(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), std::back_inserter(sum.rows));
  const auto D = static_cast<size_t>((a.defined() ? a : b).values.size(1));
  sum.values =
      Tensor({static_cast<int64_t>(sum.rows.size()), static_cast<int64_t>(D)}, DType::kFloat32, memory);
  float* y = sum.values.data<float>();
  size_t i = 0, j = 0;
  const auto next = [&](const SparseRows& some, size_t& at, int32_t row) -> const float* {
    if (at == some.rows.size() || some.rows[at] != row) return nullptr;
    return some.values.data<float>() + D * at++;
  };
  for (int32_t row : sum.rows) {
    const float *from_a = next(a, i, row), *from_b = next(b, j, row);
    add_row(from_a, from_b, D, y);
    y += D;
  }
  return sum;
}

}  // namespace

void add_gradient(const Device& device, Allocator& memory, const Shape& shape, PartGradient& a,
                  const PartGradient& b) {
  if (!a.defined() && !b.defined()) return;
  if (!a.whole.defined() && !b.whole.defined()) {
    a.rows = sum_of_rows(memory, a.rows, b.rows);
    return;
  }
  const auto whole = [&](const PartGradient& some) {
    if (some.whole.defined()) return some.whole;
    Tensor y(shape, DType::kFloat32, memory);
    write_gradient(device, some, y);
    return y;
  };
  const Tensor sum = whole(a);
  device.kernels->elementwise.accumulate(device, whole(b), sum, true);
  a = {sum, {}};
}

void write_gradient(const Device& device, const PartGradient& gradient, const Tensor& y) {
  const ElementwiseKernels& kernels = device.kernels->elementwise;
  if (gradient.whole.defined()) return kernels.accumulate(device, gradient.whole, y, false);
  kernels.fill(device, 0, y);
  if (!gradient.rows.defined()) return;
  const auto D = static_cast<size_t>(y.size(1));
  const float* values = gradient.rows.values.data<float>();
  for (size_t i = 0; i < gradient.rows.rows.size(); ++i)
    std::copy_n(values + i * D, D, y.data<float>() + static_cast<size_t>(gradient.rows.rows[i]) * D);
}

void place_rows(const SparseRows& some, const SparseRows& all) {
  const auto D = static_cast<size_t>(all.values.size(1));
  auto at = all.rows.begin();
  for (size_t i = 0; i < some.rows.size(); ++i) {
    at = std::lower_bound(at, all.rows.end(), some.rows[i]);
    const auto place = static_cast<size_t>(at - all.rows.begin());
    std::copy_n(some.values.data<float>() + i * D, D, all.values.data<float>() + place * D);
  }
}

}  // namespace heed

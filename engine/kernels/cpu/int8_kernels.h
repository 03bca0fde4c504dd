// The kernels of kernels/int8.h by one way of summing products: int8_pairs.h, int8_quads.h or int8_sevens.h.
#pragma once

#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/int8_gemm.h"
#include "engine/kernels/int8.h"

HEED_BEGIN_KERNELS

inline constexpr int64_t kInt8WorthAThread = 1 << 19;  // multiplications and additions

template <class Way>
Tensor pack_int8_weights(const Device&, const Tensor& values, const Tensor& scale, Allocator& memory) {
  const int64_t O = values.size(0), I = values.size(1);
  Tensor packed({Int8Layout<Way>(O, I).bytes()}, DType::kInt8, memory);
  pack_int8<Way>(O, I, pointer<int8_t>(values), pointer<float>(scale), pointer<int8_t>(packed));
  return packed;
}

// The rows of x in memory of this thread, which stands until the product is done.
template <class Way>
Int8Rows<Way> quantise_rows(const Device& device, const Tensor& x, int64_t depth) {
  using Number = typename Way::Activation;
  const int64_t N = x.shape().rows(), I = x.shape().columns(), rows = rounded_up(N, Way::kRows);
  auto* scales = scratch<RowScale>(N + (rows * depth * static_cast<int64_t>(sizeof(Number)) + 7) / 8 + 8, 0);
  auto* q = reinterpret_cast<Number*>(scales + rounded_up(N, 8));
  const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, I));
  parallel_for(device.threads, N, grain, [&](int64_t first, int64_t last) {
    auto* row = scratch<Number>(depth, 1);
    for (int64_t m = first; m < last; ++m) {
      scales[m] = quantise_row<Way>(pointer<float>(x) + m * I, I, depth, row);
      interleave<Way>(row, depth, q + row_place<Way>(m, depth));
    }
  });
  return {N, depth, q, scales};
}

template <class Way>
void int8_linear(const Device& device, const Tensor& x, const Tensor& packed, const Tensor& b, Activation f,
                 const Tensor& y) {
  constexpr int64_t P = Way::kColumns;
  const int64_t I = x.shape().columns(), O = y.shape().columns();
  const Int8Layout<Way> layout(O, I);
  const Int8Rows<Way> rows = quantise_rows<Way>(device, x, layout.depth);
  [[maybe_unused]] const Trial<Way> trial(rows.count, rows.count * I * O);
  const int64_t panel_work = std::max<int64_t>(1, rows.count * I * P);
  const int64_t grain = std::max<int64_t>(1, kInt8WorthAThread / panel_work);
  parallel_for(device.threads, layout.columns / P, grain, [&](int64_t first, int64_t last) {
    auto* room = scratch<typename Way::Operand>(std::min(kDepthBlock, layout.depth) * P, 1);
    auto* sums = scratch<int32_t>(rows.count * P, 2);
    for (int64_t n = first * P; n < last * P; n += P) {
      const int64_t columns = std::min(P, O - n);
      alignas(kVectorBytes) float bias[P] = {};
      if (b.defined()) std::copy_n(pointer<float>(b) + n, columns, bias);
      const int8_t* weights = pointer<int8_t>(packed);
      const int32_t* total = layout.total(weights);
      sum_panel<Way>(rows, layout.panel(weights, n), total ? total + n : nullptr, room, sums);
      finish_panel<Way>(rows, sums, {pointer<float>(y) + n, O, columns, layout.scale(weights) + n, bias, f});
    }
  });
}

template <class Way>
void int8_gather(const Device& device, const Tensor& packed, const Tensor& ids, const Tensor& y) {
  const int64_t I = y.shape().columns();
  const auto layout = Int8Layout<Way>::of(packed.count(), I);
  over_rows(device, y, [&](int64_t first, int64_t last) {
    for (int64_t n = first; n < last; ++n) {
      const int64_t id = pointer<int32_t>(ids)[n], column = id % Way::kColumns;
      const int8_t* panel = layout.panel(pointer<int8_t>(packed), id - column);
      const float scale = layout.scale(pointer<int8_t>(packed))[id];
      for (int64_t k = 0; k < I; ++k)
        pointer<float>(y)[n * I + k] =
            scale *
            static_cast<float>(static_cast<int8_t>(panel[layout.place(column, k)] - Way::kWeightOffset));
    }
  });
}

template <class Way>
Int8Kernels int8_kernels_by() {
  return {pack_int8_weights<Way>, int8_linear<Way>, int8_gather<Way>};
}

HEED_END_KERNELS

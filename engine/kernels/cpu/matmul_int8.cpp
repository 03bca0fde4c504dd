#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/int8_gemm.h"
#include "engine/kernels/cpu/scratch.h"
#include "engine/kernels/cpu/tables.h"
#include "engine/kernels/int8.h"

HEED_BEGIN_KERNELS
namespace {

constexpr int64_t kInt8WorthAThread = 1 << 19;  // multiplications and additions

Tensor pack_int8_weights(const Device&, const Tensor& values, const Tensor& scale, Allocator& memory) {
  const int64_t O = values.size(0), I = values.size(1);
  Tensor packed({Int8Layout(O, I).bytes()}, DType::kInt8, memory);
  pack_int8(O, I, pointer<int8_t>(values), pointer<float>(scale), pointer<int8_t>(packed));
  return packed;
}

// The rows of x in memory of this thread, which stands until the product is done.
Int8Rows quantise_rows(const Device& device, const Tensor& x, int64_t depth) {
  const int64_t N = x.shape().rows(), I = x.shape().columns(), head = rounded_up(N, 16);
  auto* scales = scratch<float>(head + rounded_up(N, kPairRows) * depth / 2, 0);
  auto* q = reinterpret_cast<int16_t*>(scales + head);
  const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, I));
  parallel_for(device.threads, N, grain, [&](int64_t first, int64_t last) {
    auto* row = scratch<int16_t>(depth, 1);
    for (int64_t m = first; m < last; ++m) {
      scales[m] = quantise_row(pointer<float>(x) + m * I, I, depth, row);
      interleave(row, depth, q + row_place(m, depth));
    }
  });
  return {N, depth, q, scales};
}

void int8_linear(const Device& device, const Tensor& x, const Tensor& packed, const Tensor& b, Activation f,
                 const Tensor& y) {
  constexpr int64_t P = kPairColumns;
  const int64_t I = x.shape().columns(), O = y.shape().columns();
  const Int8Layout layout(O, I);
  const Int8Rows rows = quantise_rows(device, x, layout.depth);
  const int64_t panel_work = std::max<int64_t>(1, rows.count * I * P);
  const int64_t grain = std::max<int64_t>(1, kInt8WorthAThread / panel_work);
  parallel_for(device.threads, layout.columns / P, grain, [&](int64_t first, int64_t last) {
    auto* room = scratch<int16_t>(std::min(kDepthBlock, layout.depth) * P, 1);
    auto* sums = scratch<int32_t>(rows.count * P, 2);
    for (int64_t n = first * P; n < last * P; n += P) {
      const int64_t columns = std::min(P, O - n);
      alignas(kVectorBytes) float bias[P] = {};
      if (b.defined()) std::copy_n(pointer<float>(b) + n, columns, bias);
      const int8_t* weights = pointer<int8_t>(packed);
      sum_panel(rows, layout.panel(weights, n), room, sums);
      finish_panel(rows, sums, {pointer<float>(y) + n, O, columns, layout.scale(weights) + n, bias, f});
    }
  });
}

void int8_gather(const Device& device, const Tensor& packed, const Tensor& ids, const Tensor& y) {
  const int64_t I = y.shape().columns();
  const auto layout = Int8Layout::of(packed.count(), I);
  over_rows(device, y, [&](int64_t first, int64_t last) {
    for (int64_t n = first; n < last; ++n) {
      const int64_t id = pointer<int32_t>(ids)[n], column = id % kPairColumns;
      const int8_t* panel = layout.panel(pointer<int8_t>(packed), id - column);
      const float scale = layout.scale(pointer<int8_t>(packed))[id];
      for (int64_t k = 0; k < I; ++k)
        pointer<float>(y)[n * I + k] = scale * static_cast<float>(panel[layout.place(column, k)]);
    }
  });
}

}  // namespace

Int8Kernels int8_kernels() {
  return {pack_int8_weights, int8_linear, int8_gather};
}

HEED_END_KERNELS

#include "engine/kernels/gather.h"

#include <cstring>
#include <utility>
#include <vector>

#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/gemm.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

// From panels: what MatmulKernels::pack made.
void gather_packed(const Device& device, const Tensor& packed, const Tensor& ids, const Tensor& y) {
  const int64_t I = y.shape().columns(), columns = packed.count() / I;
  dispatch(y.dtype(), [&]<class T>(T) {
    over_rows(device, y, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n)
        unpack_row(I, columns, pointer<T>(packed), pointer<int32_t>(ids)[n], pointer<T>(y) + n * I);
    });
  });
}

void gather(const Device& device, const Tensor& table, const Tensor& ids, const Tensor& y) {
  if (table.dtype() == DType::kInt8) return device.kernels->int8.gather(device, table, ids, y);
  if (table.shape().rank() == 1) return gather_packed(device, table, ids, y);
  const int64_t D = table.size(1);
  const size_t row_bytes = static_cast<size_t>(D) * size_of(table.dtype());
  const int32_t* id = pointer<int32_t>(ids);
  over_rows(device, y, [&](int64_t first, int64_t last) {
    for (int64_t n = first; n < last; ++n)
      std::memcpy(pointer<char>(y) + static_cast<size_t>(n) * row_bytes,
                  pointer<char>(table) + static_cast<size_t>(id[n]) * row_bytes, row_bytes);
  });
}

void scatter_add(const Device&, const Tensor& dy, const Tensor& slots, const Tensor& drows) {
  const int64_t D = drows.shape().columns();
  const int32_t* slot = pointer<int32_t>(slots);
  dispatch(dy.dtype(), [&]<class T>(T) {
    std::vector<char> begun(static_cast<size_t>(drows.shape().rows()));  // a row's first sum is what is there
    for (int64_t n = 0; n < slots.count(); ++n) {
      auto row = view(pointer<T>(drows) + slot[n] * D, D);
      const auto dy_row = view(pointer<T>(dy) + n * D, D);
      if (std::exchange(begun[static_cast<size_t>(slot[n])], char{1}))
        row += dy_row;
      else
        row = dy_row;
    }
    for (size_t r = 0; r < begun.size(); ++r)
      if (!begun[r]) view(pointer<T>(drows) + static_cast<int64_t>(r) * D, D) = T(0);
  });
}

void bag_sum(const Device&, const Tensor& table, const Tensor& ids, const Spans& bags, bool mean,
             const Tensor& y) {
  const int64_t D = table.size(1);
  const int32_t* id = pointer<int32_t>(ids);
  dispatch(y.dtype(), [&]<class T>(T) {
    for (size_t n = 0; n < bags.B(); ++n) {
      auto sum = view(pointer<T>(y) + static_cast<int64_t>(n) * D, D);
      sum = T(0);
      for (int32_t i = 0; i < bags.length[n]; ++i)
        sum += view(pointer<T>(table) + id[bags.begin[n] + i] * D, D);
      if (mean && bags.length[n] > 0) sum /= T(bags.length[n]);
    }
  });
}

void bag_scatter_add(const Device&, const Tensor& dy, const Tensor& slots, const Spans& bags, bool mean,
                     const Tensor& drows) {
  const int64_t D = drows.shape().columns();
  const int32_t* slot = pointer<int32_t>(slots);
  dispatch(dy.dtype(), [&]<class T>(T) {
    array<T>(drows) = T(0);
    for (size_t n = 0; n < bags.B(); ++n)
      for (int32_t i = 0; i < bags.length[n]; ++i)
        view(pointer<T>(drows) + slot[bags.begin[n] + i] * D, D) +=
            view(pointer<T>(dy) + static_cast<int64_t>(n) * D, D) / T(mean ? bags.length[n] : 1);
  });
}

// Calls body(row of the wide matrix, column block w, row of the narrow one) for every neighbour that exists.
template <class Body>
void for_neighbours(const Spans& spans, int width, const Body& body) {
  const int32_t reach = width / 2;
  for (size_t b = 0; b < spans.B(); ++b) {
    const int32_t first = spans.begin[b], last = first + spans.length[b];
    for (int32_t n = first; n < last; ++n)
      for (int32_t w = 0; w < width; ++w)
        if (n + w - reach >= first && n + w - reach < last) body(n, w, n + w - reach);
  }
}

void unfold(const Device&, const Tensor& x, const Spans& spans, int width, const Tensor& y) {
  const int64_t D = x.shape().columns();
  dispatch(y.dtype(), [&]<class T>(T) {
    array<T>(y) = T(0);
    for_neighbours(spans, width, [&](int64_t n, int64_t w, int64_t m) {
      std::copy_n(pointer<T>(x) + m * D, D, pointer<T>(y) + (n * width + w) * D);
    });
  });
}

void unfold_dx(const Device&, const Tensor& dy, const Spans& spans, int width, const Tensor& dx, bool add) {
  const int64_t D = dx.shape().columns();
  dispatch(dx.dtype(), [&]<class T>(T) {
    if (!add) array<T>(dx) = T(0);
    for_neighbours(spans, width, [&](int64_t n, int64_t w, int64_t m) {
      view(pointer<T>(dx) + m * D, D) += view(pointer<T>(dy) + (n * width + w) * D, D);
    });
  });
}

void concat(const Device&, const Tensor& a, const Tensor& b, const Tensor& y) {
  const int64_t N = y.shape().rows(), A = a.shape().columns(), B = b.shape().columns();
  dispatch(y.dtype(), [&]<class T>(T) {
    for (int64_t n = 0; n < N; ++n) {
      std::copy_n(pointer<T>(a) + n * A, A, pointer<T>(y) + n * (A + B));
      std::copy_n(pointer<T>(b) + n * B, B, pointer<T>(y) + n * (A + B) + A);
    }
  });
}

void slice_columns(const Device&, const Tensor& x, int64_t first, const Tensor& y, bool add) {
  const int64_t N = y.shape().rows(), wide = x.shape().columns(), D = y.shape().columns();
  dispatch(y.dtype(), [&]<class T>(T) {
    for (int64_t n = 0; n < N; ++n)
      put(view(pointer<T>(y) + n * D, D), view(pointer<T>(x) + n * wide + first, D), add);
  });
}

}  // namespace

GatherKernels gather_kernels() {
  return {gather, going_back(scatter_add), bag_sum, nullptr,
          unfold, going_back(unfold_dx),   concat,  slice_columns};
}

void add_training(GatherKernels& kernels) {
  kernels.bag_scatter_add = bag_scatter_add;
}

HEED_END_KERNELS

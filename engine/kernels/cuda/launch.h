// Shared by the kernel files: number type to template, where tensors lie, where sentences lie.
#pragma once

#include "engine/kernels/cuda/team.h"
#include "engine/tensor/spans.h"

namespace heed::cuda {

template <class Body>
void dispatch(DType type, Body&& body) {
  if (type == DType::kFloat64) return body(double{});
  body(float{});
}

template <class T>
constexpr DType held_as() {
  if constexpr (std::is_same_v<T, uint16_t>)
    return DType::kBFloat16;
  else
    return dtype_of<T>();
}

// Kernels that know nothing of bfloat16 refuse it here.
template <class T>
T* pointer(const Tensor& tensor) {
  check(!tensor.defined() || tensor.dtype() == held_as<T>(), "[cuda] a kernel that reads ",
        name_of(held_as<T>()), " was given ", name_of(tensor.dtype()), ".");
  return static_cast<T*>(on_gpu(tensor.raw()));
}

// For arguments that may be undefined: null then.
template <class T>
T* pointer_or_null(const Tensor& tensor) {
  return tensor.defined() ? pointer<T>(tensor) : nullptr;
}

template <class T>
const T* uploaded(const Device& device, const std::vector<T>& values) {
  return static_cast<const T*>(on_gpu(gpu_of(device).numbers(values.data(), values.size() * sizeof(T))));
}

// Spans as kernels see them. Launches cover B × longest rows; a thread beyond its sentence's length has none.
struct Rows {
  const int32_t* begin;
  const int32_t* length;
  int64_t B, longest;

  Rows(const Device& device, const Spans& spans)
      : begin(uploaded(device, spans.begin)),
        length(uploaded(device, spans.length)),
        B(static_cast<int64_t>(spans.B())),
        longest(spans.longest()) {}
};

// Whether every row of a tensor belongs to a sentence.
inline bool cover(const Spans& spans, int64_t rows) {
  int64_t covered = 0;
  for (int32_t length : spans.length) covered += length;
  return covered >= rows;
}

template <class T>
void fill(const Device& device, const Tensor& tensor, T value) {
  T* y = pointer<T>(tensor);
  for_elements(device, tensor.count(), [=] HEED_DEVICE(int64_t i) { y[i] = value; });
}

// The number of the step that is being recorded; null: what the host says holds.
inline const StepNumber* step_number(const Device& device, std::optional<uint32_t> step,
                                     std::optional<int32_t> place = {}) {
  return static_cast<const StepNumber*>(on_gpu(gpu_of(device).number(step, place)));
}

// Memory of one launch; the next one may get it, in order.
template <class T>
struct Scratch {
  Tensor tensor;
  T* data;
  Scratch(const Device& device, int64_t count)
      : tensor({count}, dtype_of<T>(), *device.memory), data(pointer<T>(tensor)) {}
};

// Rows that one thread sums, in turn, whatever their number: rows of zeros behind the others change no bit.
inline constexpr int64_t kSummedRows = 32;
inline int64_t runs_of(int64_t N) {
  return (N + kSummedRows - 1) / kSummedRows;
}

// sums [runs, D] = Σ_n value(n, column) of each run of rows
template <class T, class F>
void sum_in_runs(const Device& device, int64_t N, int64_t D, T* sums, const F& value) {
  for_elements(device, runs_of(N) * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t run = i / D, d = i % D;
    T sum = 0;
    for (int64_t n = run * kSummedRows; n < N && n < (run + 1) * kSummedRows; ++n) sum += value(n, d);
    sums[i] = sum;
  });
}

// y [D] (+)= Σ of parts [N, D]
template <class T>
void add_up(const Device& device, Scratch<T> parts, int64_t N, int64_t D, T* y, bool add) {
  for (; N > kSummedRows; N = runs_of(N)) {
    const Scratch<T> fewer(device, runs_of(N) * D);
    const T* part = parts.data;
    sum_in_runs(device, N, D, fewer.data, [=] HEED_DEVICE(int64_t n, int64_t d) { return part[n * D + d]; });
    parts = fewer;
  }
  const T* part = parts.data;
  for_elements(device, D, [=] HEED_DEVICE(int64_t d) {
    T sum = 0;
    for (int64_t n = 0; n < N; ++n) sum += part[n * D + d];
    y[d] = add ? y[d] + sum : sum;
  });
}

// y [D] (+)= Σ_n value(n, column), in the same order every time
template <class T, class F>
void sum_columns(const Device& device, int64_t N, int64_t D, T* y, bool add, const F& value) {
  const Scratch<T> parts(device, runs_of(N) * D);
  sum_in_runs(device, N, D, parts.data, value);
  add_up(device, parts, runs_of(N), D, y, add);
}

}  // namespace heed::cuda

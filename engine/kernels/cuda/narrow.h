// Tensors of float32 and of bfloat16 side by side, as bf16 runs have them (backend.h): a thread reads eight
// numbers of either, computes in float32 and writes eight of either, rounded to the nearest.
#pragma once

#include "engine/kernels/cuda/bfloat16.h"
#include "engine/kernels/cuda/elements.h"

namespace heed::cuda {

inline bool is_narrow(const Tensor& x) {
  return x.dtype() == DType::kBFloat16;
}

// The numbers of a tensor; `first` is a multiple of kUnit.
struct Units {
  float* wide = nullptr;
  uint16_t* narrow = nullptr;

  explicit Units(const Tensor& x) {
    if (is_narrow(x))
      narrow = pointer<uint16_t>(x);
    else
      wide = pointer<float>(x);
  }

  HEED_DEVICE WideUnit read(int64_t first) const {
    return wide ? read_unit(wide + first) : widened(*reinterpret_cast<const NarrowUnit*>(narrow + first));
  }
  HEED_DEVICE void write(WideUnit unit, int64_t first, bool add = false) const {
    if (add) {
      WideUnit there = read(first);
      for (int64_t i = 0; i < kUnit; ++i) unit[i] += there[i];
    }
    if (wide)
      write_unit(unit, wide + first);
    else
      *reinterpret_cast<NarrowUnit*>(narrow + first) = narrowed(unit);
  }
};

// The numbers of a tensor one by one, of float32 or bfloat16, for kernels that pair distant ones; and of one
// type, to be read and written alike.
struct Mixed {
  float* wide = nullptr;
  uint16_t* narrow = nullptr;

  explicit Mixed(const Tensor& x) {
    if (is_narrow(x))
      narrow = pointer<uint16_t>(x);
    else
      wide = pointer<float>(x);
  }

  HEED_DEVICE float read(int64_t i) const {
    return wide ? wide[i] : std::bit_cast<float>(uint32_t{narrow[i]} << 16);
  }
  HEED_DEVICE void write(float value, int64_t i, bool add) const {
    if (add) value += read(i);
    if (wide)
      wide[i] = value;
    else
      narrow[i] = bfloat16_of(value);
  }
};

template <class T>
struct Plain {
  T* data;
  explicit Plain(const Tensor& x) : data(pointer<T>(x)) {}
  HEED_DEVICE T read(int64_t i) const { return data[i]; }
  HEED_DEVICE void write(T value, int64_t i, bool add) const { data[i] = add ? data[i] + value : value; }
};

// Calls f(first number of the unit) for all units of `count` numbers.
template <class F>
void for_units(const Device& device, int64_t count, const F& f) {
  check(count % kUnit == 0, "[cuda] ", count, " numbers of bfloat16: expected a multiple of ", kUnit, ".");
  for_elements(device, count / kUnit, [=] HEED_DEVICE(int64_t u) { f(u * kUnit); });
}

// x itself if it is of this type, else a copy.
Tensor in_type(const Device&, const Tensor& x, DType type);

// The kernels of elementwise.h, and linear_db, where a tensor is of bfloat16.
void fill_narrow(const Device&, double value, const Tensor& y);
void add_narrow(const Device&, const Tensor& a, const Tensor& b, const Tensor& y);
void accumulate_narrow(const Device&, const Tensor& x, const Tensor& y, bool add);
void activate_narrow(const Device&, Activation, const Tensor& x, const Tensor& y);
void activate_backward_narrow(const Device&, Activation, const Tensor& x, const Tensor& dy, const Tensor& dx,
                              bool add);
void dropout_narrow(const Device&, Dropping, double rate, const Tensor& x, const Tensor& y, bool add);
void sum_of_rows_narrow(const Device&, const Tensor& dy, const Tensor& db, bool add);

}  // namespace heed::cuda

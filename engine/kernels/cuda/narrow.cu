#include "engine/kernels/cuda/narrow.h"

namespace heed::cuda {

Tensor in_type(const Device& device, const Tensor& x, DType type) {
  if (x.dtype() == type) return x;
  Tensor copy(x.shape(), type, *device.memory);
  accumulate_narrow(device, x, copy, false);
  return copy;
}

void fill_narrow(const Device& device, double value, const Tensor& y) {
  const auto number = static_cast<float>(value);
  const Units to(y);
  for_units(device, y.count(),
            [=] HEED_DEVICE(int64_t i) { to.write(unit_of([&](int64_t) { return number; }), i); });
}

void add_narrow(const Device& device, const Tensor& a, const Tensor& b, const Tensor& y) {
  const Units from_a(a), from_b(b), to(y);
  for_units(device, y.count(), [=] HEED_DEVICE(int64_t i) {
    WideUnit left = from_a.read(i), right = from_b.read(i);
    to.write(unit_of([&](int64_t c) { return left[c] + right[c]; }), i);
  });
}

void accumulate_narrow(const Device& device, const Tensor& x, const Tensor& y, bool add) {
  const Units from(x), to(y);
  for_units(device, y.count(), [=] HEED_DEVICE(int64_t i) { to.write(from.read(i), i, add); });
}

void activate_narrow(const Device& device, Activation f, const Tensor& x, const Tensor& y) {
  const Units from(x), to(y);
  for_units(device, y.count(), [=] HEED_DEVICE(int64_t i) {
    WideUnit unit = from.read(i);
    to.write(unit_of([&](int64_t c) { return value_of(f, unit[c]); }), i);
  });
}

void activate_backward_narrow(const Device& device, Activation f, const Tensor& x, const Tensor& dy,
                              const Tensor& dx, bool add) {
  const Units from(x), above(dy), to(dx);
  for_units(device, dx.count(), [=] HEED_DEVICE(int64_t i) {
    WideUnit unit = from.read(i), up = above.read(i);
    to.write(unit_of([&](int64_t c) { return up[c] * slope_of(f, unit[c]); }), i, add);
  });
}

void dropout_narrow(const Device& device, Dropping dropping, double rate, const Tensor& x, const Tensor& y,
                    bool add) {
  const float scale = 1.0f / static_cast<float>(1 - rate);
  const Units from(x), to(y);
  for_units(device, y.count(), [=] HEED_DEVICE(int64_t i) {
    const RandomStream stream = dropping.stream();
    WideUnit unit = from.read(i);
    to.write(unit_of([&](int64_t c) { return unit[c] * (dropping.drops(stream, i + c) ? 0.0f : scale); }), i,
             add);
  });
}

// Eight columns of a run of rows a thread, then the runs.
void sum_of_rows_narrow(const Device& device, const Tensor& dy, const Tensor& db, bool add) {
  const int64_t N = dy.shape().rows(), O = dy.shape().columns(), runs = runs_of(N);
  const Scratch<float> parts(device, runs * O);
  const Units from(dy), to(parts.tensor);
  for_units(device, runs * O, [=] HEED_DEVICE(int64_t i) {
    WideUnit sum = unit_of([](int64_t) { return 0.0f; });
    for (int64_t n = i / O * kSummedRows; n < N && n < (i / O + 1) * kSummedRows; ++n) {
      WideUnit row = from.read(n * O + i % O);
      sum = unit_of([&](int64_t c) { return sum[c] + row[c]; });
    }
    to.write(sum, i);
  });
  add_up(device, parts, runs, O, pointer<float>(db), add);
}

}  // namespace heed::cuda

// The part of reduce.h whose results the host reads.
#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

// Σ f(i) in double, read back: blocks of kRun elements, then the blocks.
template <class F>
double sum_on_host(const Device& device, int64_t count, const F& f) {
  constexpr int64_t kRun = 4096;
  const int64_t runs = (count + kRun - 1) / kRun;
  const Scratch<double> parts(device, runs + 1);
  double* part = parts.data;
  for_blocks(device, runs, 0, [=] HEED_DEVICE(Block team, int64_t run) {
    const int64_t first = run * kRun, size = count - first < kRun ? count - first : kRun;
    const double sum = team.sum<double>(size, [&](int64_t i) { return f(first + i); });
    team.once([&] { part[run] = sum; });
  });
  for_blocks(device, 1, 0, [=] HEED_DEVICE(Block team, int64_t) {
    const double sum = team.sum<double>(runs, [&](int64_t run) { return part[run]; });
    team.once([&] { part[runs] = sum; });
  });
  double sum = 0;
  device.to_host(device, &sum, static_cast<double*>(parts.tensor.raw()) + runs, sizeof sum);
  return sum;
}

template <class T>
double squares_of(const Device& device, int64_t count, const T* x) {
  return sum_on_host(device, count, [=] HEED_DEVICE(int64_t i) {
    return static_cast<double>(x[i]) * static_cast<double>(x[i]);
  });
}

template <class T>
double strays_of(const Device& device, int64_t count, const T* x) {
  return sum_on_host(device, count, [=] HEED_DEVICE(int64_t i) {
    return x[i] - x[i] == T(0) ? 0.0 : 1.0;  // of NaN and Inf the difference is NaN
  });
}

double strays_of_narrow(const Device& device, int64_t count, const uint16_t* x) {
  constexpr unsigned kExponent = 0x7f80;  // all ones in NaN and Inf
  return sum_on_host(device, count,
                     [=] HEED_DEVICE(int64_t i) { return (x[i] & kExponent) == kExponent ? 1.0 : 0.0; });
}

}  // namespace

double sum_of_squares(const Device& device, const Tensor& x) {
  double sum = 0;
  dispatch(x.dtype(), [&]<class T>(T) { sum = squares_of<T>(device, x.count(), pointer<T>(x)); });
  return sum;
}

bool all_finite(const Device& device, const Tensor& x) {
  if (x.dtype() == DType::kBFloat16) return strays_of_narrow(device, x.count(), pointer<uint16_t>(x)) == 0;
  bool finite = true;
  dispatch(x.dtype(), [&]<class T>(T) { finite = strays_of<T>(device, x.count(), pointer<T>(x)) == 0; });
  return finite;
}

}  // namespace heed::cuda

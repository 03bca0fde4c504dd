#include "engine/kernels/rotary.h"

#include <cmath>

#include "engine/kernels/cuda/heads.h"
#include "engine/kernels/cuda/narrow.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

template <class T>
void angles_of(const Device& device, int64_t rows, int64_t half, RotaryTurns turns, T* table) {
  const double slower = -std::log(turns.theta) / static_cast<double>(half);  // from one pair to the next
  for_elements(device, rows * half, [=] HEED_DEVICE(int64_t i) {
    const int64_t t = i / half, j = i % half;
    const double f = std::exp(slower * static_cast<double>(j));
    const double fit = (turns.places * f / 6.283185307179586 - turns.low) / (turns.high - turns.low);
    const double kept = fit < 0 ? 0 : fit > 1 ? 1 : fit;
    const double angle = static_cast<double>(t) * f * (kept + (1 - kept) / turns.factor);
    table[2 * half * t + j] = static_cast<T>(std::cos(angle));
    table[2 * half * t + half + j] = static_cast<T>(std::sin(angle));
  });
}

void angles(const Device& device, const RotaryTurns& turns, const Tensor& table) {
  dispatch(table.dtype(), [&]<class T>(T) {
    angles_of<T>(device, table.size(0), table.size(1) / 2, turns, pointer<T>(table));
  });
}

// (a, b) to (a cos - b sin, b cos + a sin), a pair a thread.
template <class T, class From, class To>
void turn_of(const Device& device, const Rows& rows, int64_t width, int64_t K, From x, const T* table, T sign,
             To y, bool add) {
  const int64_t half = K / 2;
  for_columns(device, rows, width / 2, [=] HEED_DEVICE(int64_t b, int64_t t, int64_t pair) {
    const int64_t j = pair % half, first = (rows.begin[b] + t) * width + pair / half * K + j;
    const T cosine = table[t * K + j], sine = sign * table[t * K + half + j];
    const T one = x.read(first), other = x.read(first + half);
    y.write(one * cosine - other * sine, first, add);
    y.write(other * cosine + one * sine, first + half, add);
  });
}

void turn(const Device& device, const Tensor& x, const Spans& spans, const Tensor& table, bool back,
          const Tensor& y, bool add) {
  const Rows rows(device, spans);
  const int64_t width = x.size(1), K = table.size(1);
  if (is_narrow(x) || is_narrow(y))
    return turn_of(device, rows, width, K, Mixed(x), pointer<float>(table), back ? -1.0f : 1.0f, Mixed(y),
                   add);
  dispatch(x.dtype(), [&]<class T>(T) {
    turn_of(device, rows, width, K, Plain<T>(x), pointer<T>(table), back ? T(-1) : T(1), Plain<T>(y), add);
  });
}

}  // namespace

RotaryKernels rotary_kernels() {
  return {angles, turn};
}

}  // namespace heed::cuda

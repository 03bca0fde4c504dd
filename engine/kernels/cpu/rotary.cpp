#include "engine/kernels/rotary.h"

#include <algorithm>
#include <vector>

#include "engine/base/portable_math.h"
#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

double turn_of(const RotaryTurns& turns, int64_t j, int64_t half) {
  const double f = portable_pow(turns.theta, -static_cast<double>(j) / static_cast<double>(half));
  const double fit = (turns.places * f / 6.283185307179586 - turns.low) / (turns.high - turns.low);
  const double kept = std::clamp(fit, 0., 1.);
  return f * (kept + (1 - kept) / turns.factor);
}

// From one place to the next every pair is turned once more by the same angle: in float64 what is lost on the
// way is far below float32, and only K/2 sines are computed.
void angles(const Device&, const RotaryTurns& turns, const Tensor& table) {
  const int64_t half = table.size(1) / 2;
  Eigen::ArrayXd cosines = Eigen::ArrayXd::Ones(half), sines = Eigen::ArrayXd::Zero(half), cosine(half),
                 sine(half);
  for (int64_t j = 0; j < half; ++j) {
    const SinCos once = portable_sincos(turn_of(turns, j, half));
    cosine[j] = once.cos;
    sine[j] = once.sin;
  }
  dispatch(table.dtype(), [&]<class T>(T) {
    T* row = pointer<T>(table);
    for (int64_t t = 0; t < table.size(0); ++t, row += 2 * half) {
      view(row, half) = cosines.cast<T>();
      view(row + half, half) = sines.cast<T>();
      const Eigen::ArrayXd next = cosines * cosine - sines * sine;
      sines = sines * cosine + cosines * sine;
      cosines = next;
    }
  });
}

// Where in its sentence each of N rows stands; less than 0: in none.
std::vector<int32_t> places_of(const Spans& spans, int64_t N) {
  std::vector<int32_t> places(static_cast<size_t>(N), -1);
  for (size_t b = 0; b < spans.B(); ++b)
    for (int32_t t = 0; t < spans.length[b]; ++t)
      places[static_cast<size_t>(spans.begin[b]) + static_cast<size_t>(t)] = t;
  return places;
}

// One head of one row: (a, b) to (a cos - b sin, b cos + a sin).
template <class T>
void turn_head(const T* x, const T* cosines, const T* sines, T sign, int64_t half, T* y, bool add) {
  using S = Simd<T>;
  auto put_one = [add](T* to, T value) { *to = add ? *to + value : value; };
  auto put_many = [add](T* to, typename S::Vector value) { S::store(to, add ? S::load(to) + value : value); };
  int64_t j = 0;
  for (; j + S::kWidth <= half; j += S::kWidth) {
    const auto a = S::load(x + j), b = S::load(x + half + j), c = S::load(cosines + j),
               s = S::load(sines + j) * sign;
    put_many(y + j, a * c - b * s);
    put_many(y + half + j, b * c + a * s);
  }
  for (; j < half; ++j) {
    const T a = x[j], b = x[half + j], s = sines[j] * sign;
    put_one(y + j, a * cosines[j] - b * s);
    put_one(y + half + j, b * cosines[j] + a * s);
  }
}

void turn(const Device& device, const Tensor& x, const Spans& spans, const Tensor& table, bool back,
          const Tensor& y, bool add) {
  const int64_t width = x.size(1), K = table.size(1);
  const std::vector<int32_t> places = places_of(spans, x.size(0));
  dispatch(x.dtype(), [&]<class T>(T) {
    over_rows(device, x, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        const int32_t place = places[static_cast<size_t>(n)];
        if (place < 0) continue;
        const T* cosines = pointer<T>(table) + place * K;
        for (int64_t c = n * width; c < (n + 1) * width; c += K)
          turn_head(pointer<T>(x) + c, cosines, cosines + K / 2, back ? T(-1) : T(1), K / 2,
                    pointer<T>(y) + c, add);
      }
    });
  });
}

}  // namespace

RotaryKernels rotary_kernels() {
  return {angles, turn};
}

HEED_END_KERNELS

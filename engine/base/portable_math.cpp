#include "engine/base/portable_math.h"

#include <cmath>

namespace heed {

SinCos portable_sincos(double angle) {
  const double turns = angle / 6.28318530717958647693;
  return portable_sincos_turns(turns - std::floor(turns));
}

// exp(n log 2 + r) with |r| <= log 2 / 2: Taylor's first 14 terms of exp r.
double portable_exp(double x) {
  constexpr double kLog2High = 0.693147180369123816490, kLog2Low = 1.90821492927058770002e-10;
  constexpr double kMagic = 6755399441055744;  // 1.5 2^52 added: a number is rounded to a whole one
  constexpr double kTerms[] = {
      1. / 6227020800, 1. / 479001600, 1. / 39916800, 1. / 3628800, 1. / 362880, 1. / 40320, 1. / 5040,
      1. / 720,        1. / 120,       1. / 24,       1. / 6,       1. / 2,      1.,         1.};
  if (!(x > -746)) return x < 0 ? 0 : x;
  if (x > 710) return HUGE_VAL;
  const double n = (x * 1.44269504088896340736 + kMagic) - kMagic;
  const double r = (x - n * kLog2High) - n * kLog2Low;
  double sum = 0;
  for (const double term : kTerms) sum = sum * r + term;
  return std::ldexp(sum, static_cast<int>(n));
}

double portable_pow(double x, double y) {
  return portable_exp(y * portable_log(x));
}

}  // namespace heed

// log, exp, powers, sin and cos from additions, products and divisions only. Those are exact to the last bit
// by IEEE 754, the libraries' functions are not: with these a seeded normal number and a model's answer are
// the same on every target. Relative error below 1e-15.
#pragma once

#include <cmath>

namespace heed {

// Natural logarithm of a finite x > 0: x = m 2^e with m in [sqrt(1/2), sqrt(2)), and
// log m = 2 artanh(s) = 2 (s + s^3/3 + s^5/5 + …) with s = (m - 1) / (m + 1).
inline double portable_log(double x) {
  constexpr double kLog2 = 0.693147180559945309417;
  constexpr double kSqrtHalf = 0.707106781186547524401;
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < kSqrtHalf) {
    m *= 2;
    --exponent;
  }
  double s = (m - 1) / (m + 1);
  double square = s * s;
  double sum = 0;
  for (int k = 23; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return exponent * kLog2 + 2 * s * sum;
}

struct SinCos {
  double sin, cos;
};

// sin and cos of 2 pi u for u in [0, 1]: the angle is taken to the nearest quarter turn, then Taylor.
inline SinCos portable_sincos_turns(double u) {
  constexpr double kTwoPi = 6.28318530717958647693;
  int quarter = static_cast<int>(u * 4 + 0.5);
  double x = (u - quarter * 0.25) * kTwoPi;  // |x| <= pi / 4; the difference is exact
  double square = x * x;
  double sin = 1, cos = 1;
  for (int k = 18; k >= 2; k -= 2) {
    sin = 1 - sin * square / (k * (k + 1));
    cos = 1 - cos * square / (k * (k - 1));
  }
  sin *= x;
  switch (quarter & 3) {
    case 0:
      return {sin, cos};
    case 1:
      return {cos, -sin};
    case 2:
      return {-sin, -cos};
    default:
      return {-cos, sin};
  }
}

// Not inline, so that kernels call what every processor can run.
SinCos portable_sincos(double angle);  // of an angle >= 0
double portable_exp(double x);
double portable_pow(double x, double y);  // of x > 0; relative error below |y log x| 1e-15

}  // namespace heed

#include "engine/base/shortest.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "engine/base/mt19937.h"
#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("A number is written with the digits that lead back to it", "[base]") {
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(1) == "1");
  CHECK(shortest(-2.5) == "-2.5");
  CHECK(shortest(1e-7) == "1e-07");
  CHECK(shortest(1e30) == "1e+30");
  CHECK(shortest(0) == "0");
  CHECK(shortest(std::nan("")) == "nan");
  CHECK(shortest(-std::numeric_limits<double>::infinity()) == "-inf");
  TorchRandom random(7);
  for (int i = 0; i < 2000; ++i) {
    const uint64_t bits = (static_cast<uint64_t>(random.bits()) << 32) | random.bits();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) CHECK(std::strtod(shortest(value).c_str(), nullptr) == value);
  }
}

TEST_CASE("Messages give six digits of a number, and whole numbers in full", "[base]") {
  CHECK(six_digits(static_cast<double>(0.1f)) == "0.1");
  CHECK(six_digits(1.0 / 3) == "0.333333");
  CHECK(six_digits(-123456.78) == "-123457");
  CHECK(six_digits(1234567.8) == "1234570");
  CHECK(six_digits(1234567) == "1234567");
  CHECK(six_digits(2.0 / 3e-8) == "66666700");
  CHECK(six_digits(1.23456789e-9) == "1.23457e-09");
  CHECK(six_digits(0) == "0");
  CHECK(six_digits(1e300) == "1e+300");
  CHECK(six_digits(std::numeric_limits<double>::infinity()) == "inf");
}

#include <cmath>
#include <string>

#include "engine/kernels/eigen.h"
#include "tests/engine/catch.h"

TEST_CASE("Eigen computes with SIMD on every target", "[kernels]") {
  const std::string sets = Eigen::SimdInstructionSetsInUse();
  INFO(sets);
#if defined(__x86_64__) || defined(__EMSCRIPTEN__)
  CHECK(sets.find("SSE") != std::string::npos);
#endif
#if defined(__EMSCRIPTEN__)
  CHECK(sets.find("SSE4.1") != std::string::npos);
#endif
}

TEST_CASE("Eigen's products and exponentials agree with plain loops", "[kernels]") {
  const Eigen::MatrixXf a = Eigen::MatrixXf::Random(7, 33), b = Eigen::MatrixXf::Random(33, 9);
  const Eigen::MatrixXf product = a * b;
  for (int row = 0; row < 7; ++row)
    for (int column = 0; column < 9; ++column) {
      double sum = 0;
      for (int k = 0; k < 33; ++k) sum += double(a(row, k)) * double(b(k, column));
      CHECK(product(row, column) == Approx(sum).margin(1e-5));
    }
  const Eigen::ArrayXf x = Eigen::ArrayXf::LinSpaced(37, -20, 20);
  const Eigen::ArrayXf y = x.exp();
  for (int i = 0; i < 37; ++i) CHECK(y(i) == Approx(std::exp(double(x(i)))).epsilon(1e-6));
}

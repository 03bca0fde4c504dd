#include "engine/kernels/cpu/race.h"

#include "engine/kernels/cpu/exponential.h"
#include "tests/engine/catch.h"

using heed::cpu::baseline::exp_by_polynomial;
using heed::cpu::baseline::Race;
using heed::cpu::baseline::Simd;

namespace {

// Which way stays where each takes so long for a piece of work.
int winner(double first, double second) {
  Race race;
  for (int i = 0; i < 200; ++i) {
    const int64_t work = 1 + i % 7;
    race.ran(static_cast<double>(work) * (i < 16 ? 9 : race.way() == 0 ? first : second), work);
  }
  return race.way();
}

}  // namespace

TEST_CASE("the quicker way stays, and the first where none is clearly quicker", "[kernels][race]") {
  CHECK(winner(1, 0.5) == 1);
  CHECK(winner(0.5, 1) == 0);
  CHECK(winner(1, 0.95) == 0);
  Race race;
  CHECK(race.way() == 0);
  race.ran(1, 1);
  CHECK(race.way() == 1);
}

TEST_CASE("the exponential of WebAssembly is one of float32", "[kernels][exponential]") {
  const auto exp = [](float x) { return exp_by_polynomial(Simd<float>::Vector{} + x)[0]; };
  for (int i = -87000; i <= 88700; i += 7) {
    const float x = static_cast<float>(i) / 1000;
    const double want = std::exp(static_cast<double>(x));
    if (std::abs(exp(x) - want) > 2e-7 * want) FAIL(x);
  }
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK((exp(0) == 1 && exp(-90) == 0 && exp(-infinity) == 0));
  CHECK((exp(89) == infinity && exp(infinity) == infinity && std::isnan(exp(std::nanf("")))));
}

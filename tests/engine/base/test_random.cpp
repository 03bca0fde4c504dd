#include "engine/base/random.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/base/portable_math.h"
#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("log, exp, powers, sin and cos agree with the library", "[random]") {
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    double x = std::exp(80 * random.uniform() - 40);
    CHECK(std::abs(portable_log(x) - std::log(x)) <= 2e-15 * std::max(std::abs(std::log(x)), 1e-3));
    double u = random.uniform();
    auto [sin, cos] = portable_sincos_turns(u);
    CHECK(std::abs(sin - std::sin(2 * 3.14159265358979323846 * u)) < 2e-15);
    CHECK(std::abs(cos - std::cos(2 * 3.14159265358979323846 * u)) < 2e-15);
  }
  for (double x = -700; x < 709; x += 0.37) {
    CHECK(std::abs(portable_exp(x) / std::exp(x) - 1) < 5e-16);
    CHECK(std::abs(portable_pow(1e4, x / 800) / std::pow(1e4, x / 800) - 1) < 1e-14);
    CHECK(std::abs(portable_sincos(746 + x).sin - std::sin(746 + x)) < 1e-12);
  }
  CHECK(portable_exp(0) == 1);
  CHECK(portable_exp(-1e9) == 0);
  CHECK(std::isinf(portable_exp(711)));
  CHECK(std::isnan(portable_exp(NAN)));
  CHECK(portable_log(1) == 0);
  CHECK(portable_sincos_turns(0.25).sin == 1);
  CHECK(portable_sincos_turns(0.5).cos == -1);
}

// Fixed once: a change of any number here changes every trained model, and breaks resuming.
TEST_CASE("the numbers of a seed never change", "[random]") {
  Random random(42);
  CHECK(random.bits() == 0xd0764d4f4476689fu);
  CHECK(random.uniform() == 0x1.467905d15dbccp-2);
  CHECK(random.normal() == -0x1.bca4f7dbd8ae3p-1);
  CHECK(random.below(1000) == 331);
  CHECK(random_bits(random_stream(1, 2, 3), 4) == 0x7953bbddu);
}

TEST_CASE("a generator continues from its saved state", "[random]") {
  Random first(1);
  for (int i = 0; i < 5; ++i) first.normal();
  Random second(99);
  second.set_state(first.state());
  for (int i = 0; i < 100; ++i) CHECK(first.bits() == second.bits());
}

TEST_CASE("uniform and normal numbers have the moments they should", "[random]") {
  constexpr int kDraws = 200000;
  Random random(3);
  double sum = 0, square = 0, fourth = 0, mean = 0;
  bool inside = true;
  for (int i = 0; i < kDraws; ++i) {
    double x = random.normal();
    sum += x;
    square += x * x;
    fourth += x * x * x * x;
    float u = random.uniform_float();
    inside = inside && u >= 0 && u < 1;
    mean += static_cast<double>(u);
  }
  CHECK(inside);
  CHECK(std::abs(sum / kDraws) < 0.01);
  CHECK(std::abs(square / kDraws - 1) < 0.02);
  CHECK(std::abs(fourth / kDraws - 3) < 0.15);
  CHECK(std::abs(mean / kDraws - 0.5) < 0.003);
}

TEST_CASE("below is unbiased and stays below", "[random]") {
  Random random(5);
  std::vector<int> counts(7, 0);
  for (int i = 0; i < 70000; ++i) ++counts.at(random.below(7));
  for (int count : counts) CHECK(std::abs(count - 10000) < 400);
  CHECK(random.below(1) == 0);
  CHECK_THROWS(random.below(0));
}

TEST_CASE("shuffle permutes, and each order is about as likely", "[random]") {
  Random random(11);
  std::vector<int> counts(6, 0);
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> values{0, 1, 2};
    random.shuffle(values);
    CHECK(std::set<int>(values.begin(), values.end()).size() == 3);
    ++counts[static_cast<size_t>(values[0] * 2 + (values[1] > values[2] ? 1 : 0))];
  }
  for (int count : counts) CHECK(std::abs(count - 1000) < 150);
}

TEST_CASE("a mask is a function of seed, step, tensor and element", "[random]") {
  constexpr uint32_t kElements = 100000;
  auto dropped = [](uint64_t seed, uint32_t step, uint32_t tensor) {
    std::vector<bool> mask;
    for (uint32_t i = 0; i < kElements; ++i)
      mask.push_back(random_bits(random_stream(seed, step, tensor), i) < chance_threshold(0.1));
    return mask;
  };
  std::vector<bool> mask = dropped(1, 1, 1);
  CHECK(mask == dropped(1, 1, 1));
  CHECK(std::abs(std::count(mask.begin(), mask.end(), true) - 10000) < 400);
  for (const auto& other : {dropped(2, 1, 1), dropped(1, 2, 1), dropped(1, 1, 2)}) {
    int both = 0;
    for (size_t i = 0; i < kElements; ++i) both += mask[i] && other[i] ? 1 : 0;
    CHECK(std::abs(both - 1000) < 150);  // independent: 0.1 * 0.1
  }
}

TEST_CASE("each bit of the counter changes half of the result's bits", "[random]") {
  RandomStream stream = random_stream(9, 9, 9);
  for (int bit = 0; bit < 32; ++bit) {
    int changed = 0;
    for (uint32_t i = 0; i < 2000; ++i)
      for (uint32_t rest = random_bits(stream, i) ^ random_bits(stream, i ^ (1u << bit)); rest != 0;
           rest &= rest - 1)
        ++changed;
    CHECK(std::abs(changed / 2000.0 - 16) < 0.5);
  }
  float u = uniform(stream, 3);
  CHECK(u == uniform(9, 9, 9, 3));
  CHECK((u >= 0 && u < 1));
}

// Texts step by step: which are alive, where their rows lie, and maps put together again.
#include "engine/nn/steps.h"

#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("the longest text comes first, and each step has those that are alive", "[nn][steps]") {
  const nn::Steps steps(Spans::packed({1, 3, 2}));
  REQUIRE(steps.count() == 3);
  CHECK(steps.texts().values<int32_t>() == std::vector<int32_t>{1, 2, 0});
  CHECK(steps.alive(0) == 3);
  CHECK(steps.alive(1) == 2);
  CHECK(steps.alive(2) == 1);
  CHECK(steps.first(2) == 5);
  CHECK(steps.in_order(Tensor::list<int32_t>({10, 20, 21, 22, 30, 31})).values<int32_t>() ==
        std::vector<int32_t>{20, 30, 10, 21, 31, 22});
  const std::vector<int32_t> rows = steps.rows().values<int32_t>();
  const std::vector<int32_t> places = steps.places().values<int32_t>();
  for (size_t n = 0; n < rows.size(); ++n) CHECK(places[static_cast<size_t>(rows[n])] == static_cast<int>(n));
  const Spans others = Spans::packed({2, 1, 3});
  CHECK(steps.beside(others).length == std::vector<int32_t>{1, 3, 2});
  CHECK(steps.beside(Tensor::list<int32_t>({1, 2, 3, 4, 5, 6}), others).values<int32_t>() ==
        std::vector<int32_t>{3, 4, 5, 6, 1, 2});
}

TEST_CASE("weights of steps become one map for each text", "[nn][steps]") {
  const nn::Steps steps(Spans::packed({1, 2}));
  // Text 1 has two keys and goes first, text 0 one.
  const Tensor maps = steps.whole_maps(
      {Tensor::list<float>({0.25f, 0.75f, 1}), Tensor::list<float>({0.5f, 0.5f})}, Spans::packed({1, 2}));
  CHECK(maps.values<float>() == std::vector<float>{1, 0.25f, 0.75f, 0.5f, 0.5f});
}

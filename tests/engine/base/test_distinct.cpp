#include "engine/base/distinct.h"

#include <algorithm>

#include "engine/base/random.h"
#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("Distinct numbers are found in order, with their places", "[base]") {
  Random random(3);
  for (int64_t bound : {1, 63, 64, 65, 1000})
    for (size_t count : {size_t{0}, size_t{1}, size_t{40}, size_t{3000}}) {
      std::vector<int32_t> numbers(count);
      for (int32_t& n : numbers) n = static_cast<int32_t>(random.below(static_cast<size_t>(bound)));
      std::vector<int32_t> want = numbers;
      std::sort(want.begin(), want.end());
      want.erase(std::unique(want.begin(), want.end()), want.end());
      const Distinct distinct(numbers, bound);
      CHECK(distinct.values() == want);
      bool placed = true;
      for (int32_t n : numbers) placed = placed && want[static_cast<size_t>(distinct.place(n))] == n;
      CHECK(placed);
    }
}

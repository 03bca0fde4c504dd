#include "engine/ranks/ordered_sum.h"

#include "engine/base/random.h"
#include "tests/engine/catch.h"
#include "tests/engine/ranks/played_ranks.h"

using namespace heed;
using namespace heed::test;

namespace {

// Of very different sizes, so that another order of a sum has other bits.
std::vector<float> numbers_of(int rank, size_t count) {
  Random random(static_cast<uint64_t>(rank) + 1);
  std::vector<float> numbers;
  for (size_t i = 0; i < count; ++i) {
    const auto power = static_cast<float>(1 << random.below(20));
    numbers.push_back(random.uniform(-1, 1) * power);
  }
  return numbers;
}

std::vector<float> expected_sum(int ranks, size_t count) {
  std::vector<float> sum = numbers_of(0, count);
  for (int r = 1; r < ranks; ++r) {
    const std::vector<float> theirs = numbers_of(r, count);
    for (size_t i = 0; i < count; ++i) sum[i] += theirs[i];
  }
  return sum;
}

}  // namespace

TEST_CASE("A sum over ranks is made in their order, on every rank", "[ranks]") {
  const int size = GENERATE(1, 2, 3, 5);
  for (size_t count : {0u, 1u, 4u, 1003u}) {
    std::vector<std::vector<float>> sums(static_cast<size_t>(size));
    as_ranks(size, [&](Ranks& ranks) {
      std::vector<float> numbers = numbers_of(ranks.rank(), count);
      OrderedSum(ranks, 1, numbers).done(true);
      sums[static_cast<size_t>(ranks.rank())] = numbers;
    });
    for (const std::vector<float>& sum : sums) CHECK(sum == expected_sum(size, count));
  }
}

TEST_CASE("Several sums are under way at once, begun in any order", "[ranks]") {
  bool right = true;
  as_ranks(3, [&](Ranks& ranks) {
    std::vector<float> a = numbers_of(ranks.rank(), 50), b = a;
    const bool first = ranks.rank() == 1;
    OrderedSum one(ranks, first ? 1 : 2, first ? a : b), other(ranks, first ? 2 : 1, first ? b : a);
    OrderedSum &sum_a = first ? one : other, &sum_b = first ? other : one;
    sum_b.done(false);
    sum_a.done(true);
    sum_b.done(true);
    if (a != expected_sum(3, 50) || b != a) right = false;
  });
  CHECK(right);
}

TEST_CASE("Texts go from rank to rank", "[ranks]") {
  std::vector<std::vector<std::string>> heard(3);
  as_ranks(3, [&](Ranks& ranks) {
    std::vector<std::string>& mine = heard[static_cast<size_t>(ranks.rank())];
    mine = ranks.of_all(std::string(static_cast<size_t>(2 * ranks.rank()), 'x'));
    mine.push_back(ranks.from_first(ranks.rank() == 0 ? "all" : "unsaid"));
    mine.push_back(ranks.from_first(""));
  });
  for (const auto& texts : heard) CHECK(texts == std::vector<std::string>{"", "xx", "xxxx", "all", ""});
}

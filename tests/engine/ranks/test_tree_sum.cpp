#include "engine/ranks/tree_sum.h"

#include "engine/base/random.h"
#include "tests/engine/catch.h"
#include "tests/engine/ranks/played_ranks.h"

using namespace heed;
using namespace heed::test;

namespace {

// Numbers of very different sizes, so that another order of a sum has other bits.
std::vector<float> numbers_of(int part, size_t count) {
  Random random(static_cast<uint64_t>(part) + 1);
  std::vector<float> numbers;
  for (size_t i = 0; i < count; ++i) {
    const auto power = static_cast<float>(1 << random.below(20));
    numbers.push_back(random.uniform(-1, 1) * power);
  }
  return numbers;
}

void add(std::vector<float>& a, const std::vector<float>& b) {
  for (size_t i = 0; i < a.size(); ++i) a[i] += b[i];
}

// The tree's sum of the parts from `first` on, before `end`: those under the largest power of two below their
// number, and the rest.
std::vector<float> expected_sum(int first, int end, size_t count) {
  if (end - first == 1) return numbers_of(first, count);
  int half = 1;
  while (2 * half < end - first) half *= 2;
  std::vector<float> sum = expected_sum(first, first + half, count);
  add(sum, expected_sum(first + half, end, count));
  return sum;
}

// The sums of a rank's blocks, or room for the sum of all.
std::vector<float> rows_of(Ranks& ranks, int parts, size_t count) {
  std::vector<float> rows;
  for (const auto& block : blocks_of_rank(parts, ranks.size(), ranks.rank())) {
    const std::vector<float> sum = expected_sum(block.first, block.first + block.count, count);
    rows.insert(rows.end(), sum.begin(), sum.end());
  }
  rows.resize(std::max(rows.size(), count));
  return rows;
}

}  // namespace

TEST_CASE("A sum over parts has the same bits with any number of ranks, on every rank", "[ranks]") {
  const int size = GENERATE(1, 2, 3, 5), parts = GENERATE(1, 2, 3, 4, 7, 8);
  CAPTURE(size, parts);
  for (size_t count : {0u, 1u, 4u, 1003u}) {
    std::vector<std::vector<float>> sums(static_cast<size_t>(size));
    as_ranks(size, [&](Ranks& ranks) {
      std::vector<float> rows = rows_of(ranks, parts, count);
      TreeSum(ranks, 1, parts, rows.data(), count).done(true);
      rows.resize(count);
      sums[static_cast<size_t>(ranks.rank())] = rows;
    });
    for (const std::vector<float>& sum : sums) CHECK(sum == expected_sum(0, parts, count));
  }
}

TEST_CASE("Every part has one rank, and rank 0 has the first", "[ranks]") {
  const int size = GENERATE(1, 2, 3, 5), parts = GENERATE(1, 2, 3, 8);
  int next = 0;
  for (int r = 0; r < size; ++r) {
    const PartRange range = parts_of_rank(parts, size, r);
    CHECK(range.first == next);
    CHECK(range.end - range.first <= (parts + size - 1) / size);
    if (r == 0) CHECK(range.end > 0);
    next = range.end;
  }
  CHECK(next == parts);
}

TEST_CASE("Several sums are under way at once, begun in any order", "[ranks]") {
  bool right = true;
  as_ranks(3, [&](Ranks& ranks) {
    std::vector<float> a = rows_of(ranks, 3, 50), b = a;
    const bool first = ranks.rank() == 1;
    TreeSum one(ranks, first ? 1 : 2, 3, (first ? a : b).data(), 50),
        other(ranks, first ? 2 : 1, 3, (first ? b : a).data(), 50);
    TreeSum &sum_a = first ? one : other, &sum_b = first ? other : one;
    sum_b.done(false);
    sum_a.done(true);
    sum_b.done(true);
    if (a != expected_sum(0, 3, 50) || b != a) right = false;
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

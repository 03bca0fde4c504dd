#include "engine/data/batches.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/random.h"
#include "tests/engine/catch.h"

using namespace heed;

namespace {

std::vector<int> lengths_like_mail(size_t n) {
  Random random(21);
  std::vector<int> lengths(n);
  for (int& length : lengths) length = 1 + static_cast<int>(random.below(random.below(60) + 1));
  return lengths;
}

void check_visits_all(const std::vector<Batch>& batches, size_t n, size_t batch_size) {
  std::vector<int> visits(n, 0);
  size_t smaller = 0;
  for (const Batch& batch : batches) {
    CHECK((!batch.empty() && batch.size() <= batch_size));
    smaller += batch.size() < batch_size ? 1 : 0;
    for (int i : batch) ++visits.at(static_cast<size_t>(i));
  }
  CHECK(smaller <= 1);
  CHECK(std::count(visits.begin(), visits.end(), 1) == static_cast<std::ptrdiff_t>(n));
}

int64_t padded_tokens(const std::vector<Batch>& batches, const std::vector<int>& lengths) {
  int64_t sum = 0;
  for (const Batch& batch : batches) {
    int longest = 0;
    for (int i : batch) longest = std::max(longest, lengths[static_cast<size_t>(i)]);
    sum += longest * static_cast<int64_t>(batch.size());
  }
  return sum;
}

}  // namespace

TEST_CASE("every example is visited once, whatever the sizes", "[batches]") {
  for (size_t n : {0, 1, 7, 32, 33, 1601, 4000})
    for (size_t batch_size : {1, 7, 32}) {
      check_visits_all(bucketed_batches(lengths_like_mail(n), batch_size, 1, 1), n, batch_size);
      check_visits_all(shuffled_batches(n, batch_size, 1, 1), n, batch_size);
    }
  CHECK_THROWS_AS(shuffled_batches(3, 0, 1, 1), Error);
}

TEST_CASE("buckets leave little padding and no order of length", "[batches]") {
  std::vector<int> lengths = lengths_like_mail(3655);
  std::vector<Batch> bucketed = bucketed_batches(lengths, 32, 5, 1);
  int64_t real = 0;
  for (int length : lengths) real += length;
  CHECK(padded_tokens(bucketed, lengths) < real * 115 / 100);
  CHECK(padded_tokens(shuffled_batches(lengths.size(), 32, 5, 1), lengths) > real * 2);
  size_t rises = 0;
  for (size_t i = 1; i < bucketed.size(); ++i)
    rises += lengths[static_cast<size_t>(bucketed[i][0])] > lengths[static_cast<size_t>(bucketed[i - 1][0])]
                 ? 1
                 : 0;
  CHECK(rises > bucketed.size() / 4);
  CHECK(rises < bucketed.size() * 3 / 4);
}

TEST_CASE("batches are a function of seed and epoch", "[batches]") {
  std::vector<int> lengths = lengths_like_mail(500);
  CHECK(bucketed_batches(lengths, 32, 5, 1) == bucketed_batches(lengths, 32, 5, 1));
  CHECK(bucketed_batches(lengths, 32, 5, 1) != bucketed_batches(lengths, 32, 5, 2));
  CHECK(bucketed_batches(lengths, 32, 5, 1) != bucketed_batches(lengths, 32, 6, 1));
  CHECK(shuffled_batches(500, 32, 5, 1) != shuffled_batches(500, 32, 5, 2));
}

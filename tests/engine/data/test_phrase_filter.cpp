#include "engine/data/phrase_filter.h"

#include <cmath>
#include <set>

#include "engine/base/random.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;

namespace {

PhraseFilter filter_of(const std::vector<uint32_t>& hashes, int64_t min_freq) {
  PhraseCounts counts(1);
  counts.add(hashes, 0);
  return PhraseFilter::telling(counts, min_freq);
}

}  // namespace

TEST_CASE("Phrases that are frequent enough have a row of their own", "[data][phrases]") {
  const PhraseFilter filter = filter_of({7, 9, 7, 8, 7, 9}, 2);
  CHECK(filter.rows() == 2);
  CHECK(filter.row(8) == -1);
  CHECK(std::set<int32_t>{filter.row(7), filter.row(9)} == std::set<int32_t>{0, 1});
  CHECK(filter_of({1, 2}, 2).rows() == 0);
  CHECK(PhraseFilter().row(0) == -1);
}

TEST_CASE("Of a limited number of rows those phrases get one that tell most about the class",
          "[data][phrases]") {
  PhraseCounts counts(3);
  counts.add(std::vector<uint32_t>(30, 1), 0),
      counts.add(std::vector<uint32_t>(30, 1), 1);  // often, not of 2
  counts.add(std::vector<uint32_t>(30, 2), 0), counts.add(std::vector<uint32_t>(30, 2), 1),
      counts.add(std::vector<uint32_t>(30, 2), 2);  // often, everywhere
  counts.add(std::vector<uint32_t>(8, 3), 2);       // of 2 alone
  counts.add(std::vector<uint32_t>(2, 4), 2);       // likewise, but seldom
  const auto chosen = [&](int64_t min_freq, int64_t rows) {
    const PhraseFilter filter = PhraseFilter::telling(counts, min_freq, rows);
    std::set<uint32_t> found;
    for (uint32_t hash : {1u, 2u, 3u, 4u})
      if (filter.row(hash) >= 0) found.insert(hash);
    return found;
  };
  CHECK(chosen(1, 0) == std::set<uint32_t>{1, 2, 3, 4});
  CHECK(chosen(1, 2) == std::set<uint32_t>{1, 3});
  CHECK(chosen(1, 1) == std::set<uint32_t>{1});
  CHECK(chosen(3, 9) == std::set<uint32_t>{1, 2, 3});
}

TEST_CASE("Log-odds say in texts of which class a phrase is met oftener", "[data][phrases]") {
  PhraseCounts counts(2);
  counts.add(std::vector<uint32_t>{1, 1, 1, 2}, 0);
  counts.add(std::vector<uint32_t>{1, 2, 2, 2, 2, 3, 3}, 1);
  const PhraseFilter filter = PhraseFilter::telling(counts, 2);
  const std::vector<float> odds = filter.log_odds(counts);
  REQUIRE(odds.size() == 6);
  const auto of = [&](uint32_t hash, size_t label) {
    return odds[static_cast<size_t>(filter.row(hash)) * 2 + label];
  };
  // Class 0 has 4 and three times 0.1 phrases, class 1 has 7.3.
  CHECK(std::abs(of(1, 0) - std::log(3.1 / 4.3 * 7.3 / 1.1)) < 1e-6);
  CHECK(std::abs(of(3, 0) - std::log(0.1 / 4.3 * 7.3 / 2.1)) < 1e-6);
  for (uint32_t hash : {1u, 2u, 3u}) CHECK(std::abs(of(hash, 1) + of(hash, 0)) < 1e-6);
  CHECK(PhraseFilter().log_odds(counts).empty());
}

TEST_CASE("A phrase filter is read as it was written, in a byte or two a phrase", "[data][phrases]") {
  Random random(8);
  for (size_t n : {0, 1, 50, 60000}) {
    std::vector<uint32_t> hashes(n);
    for (uint32_t& hash : hashes) hash = static_cast<uint32_t>(random.bits());
    const PhraseFilter filter = filter_of(hashes, 1);
    const std::vector<uint8_t> bytes = filter.bytes();
    const PhraseFilter again = PhraseFilter::read(bytes, "f");
    REQUIRE(again.rows() == filter.rows());
    std::vector<bool> used(n);
    for (uint32_t hash : hashes) {
      REQUIRE(again.row(hash) >= 0);
      REQUIRE(again.row(hash) == filter.row(hash));
      used[static_cast<size_t>(again.row(hash))] = true;
    }
    CHECK(std::count(used.begin(), used.end(), true) == filter.rows());
    if (n == 60000) {
      CHECK(filter.rows() > 59800);  // of 60,000 random keys of 24 bits 107 pairs are alike
      CHECK(bytes.size() < 2 * n);
      size_t mistaken = 0;  // 60,000 / 2^24 = 0.36 % of phrases never met
      for (int i = 0; i < 10000; ++i)
        mistaken += filter.row(static_cast<uint32_t>(random.bits())) >= 0 ? 1 : 0;
      CHECK(mistaken < 90);
    }
  }
}

TEST_CASE("Damaged bytes of a phrase filter are an error, or a filter", "[data][phrases]") {
  const auto message = [](const std::vector<uint8_t>& bytes) {
    return message_of([&] { PhraseFilter::read(bytes, "m"); });
  };
  CHECK(contains(message({0x05, 0x80}), "[m] phrase 1 of the phrase filter is cut off"));
  CHECK(contains(message({0xFF, 0xFF, 0xFF, 0x08}),
                 "[m] phrase 0 of the phrase filter is cut off or lies beyond 24 bits"));
  CHECK(contains(message({0x80, 0x80, 0x80, 0x80, 0x01}), "beyond 24 bits"));
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    std::vector<uint8_t> bytes(random.below(20));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.bits());
    try {
      const PhraseFilter filter = PhraseFilter::read(bytes, "m");
      CHECK(PhraseFilter::read(filter.bytes(), "m").rows() == filter.rows());
    } catch (const Error& error) {
      CHECK(contains(error.what(), "the file is damaged"));
    }
  }
}

#include "engine/text/word_breaks.h"

#include "tests/engine/text/break_test.h"
#include "tests/engine/text/random_text.h"

using namespace heed;
using namespace heed::test;

namespace {

Segments segments(const std::string& text) {
  const std::vector<size_t> boundaries = word_boundaries(text);
  Segments found;
  for (size_t i = 0; i + 1 < boundaries.size(); ++i)
    found.push_back(text.substr(boundaries[i], boundaries[i + 1] - boundaries[i]));
  return found;
}

}  // namespace

TEST_CASE("word boundaries: the whole WordBreakTest.txt of Unicode", "[text][word_breaks]") {
  check_break_test("WordBreakTest.txt", 1800, segments);
}

TEST_CASE("word boundaries of a few languages", "[text][word_breaks]") {
  CHECK(segments("Größe, don't!") == Segments{"Größe", ",", " ", "don't", "!"});
  CHECK(segments("3.14 a.b x_1  y") == Segments{"3.14", " ", "a.b", " ", "x_1", "  ", "y"});
  CHECK(segments("שלום \"ד\"ר\"") == Segments{"שלום", " ", "\"", "ד\"ר", "\""});
  CHECK(segments("🇩🇪🇫🇷🇮 👨‍👩‍👧👍🏽") ==
        Segments{"🇩🇪", "🇫🇷", "🇮", " ", "👨‍👩‍👧", "👍🏽"});
  CHECK(segments("你好 カタカナ") == Segments{"你", "好", " ", "カタカナ"});
  CHECK(segments("\r\n\u0301a\u0301") == Segments{"\r\n", "\u0301", "a\u0301"});
  CHECK(word_boundaries("") == std::vector<size_t>{0});
}

TEST_CASE("word boundaries cut any bytes between characters", "[text][word_breaks]") {
  test::RandomText random(29);
  for (int i = 0; i < 3000; ++i) {
    const std::string text = random.pieces(30, true);
    const std::vector<size_t> boundaries = word_boundaries(text);
    REQUIRE(boundaries.front() == 0);
    REQUIRE(boundaries.back() == text.size());
    size_t at = 0;
    for (const size_t boundary : boundaries) {
      while (at < boundary) at += static_cast<size_t>(decode_utf8(text, at).length);
      REQUIRE(at == boundary);
    }
    for (size_t b = 0; b + 1 < boundaries.size(); ++b) REQUIRE(boundaries[b] < boundaries[b + 1]);
  }
}

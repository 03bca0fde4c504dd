#include "engine/text/graphemes.h"

#include "tests/engine/text/break_test.h"

using namespace heed::test;
using heed::grapheme_end;
using Clusters = Segments;

namespace {

Clusters clusters(const std::string& text) {
  Clusters found;
  for (size_t at = 0, end = 0; at < text.size(); at = end) {
    end = grapheme_end(text, at);
    found.push_back(text.substr(at, end - at));
  }
  return found;
}

}  // namespace

TEST_CASE("grapheme clusters: the whole GraphemeBreakTest.txt of Unicode", "[text][graphemes]") {
  check_break_test("GraphemeBreakTest.txt", 500, clusters);
}

TEST_CASE("clusters that a reader takes for one character", "[text][graphemes]") {
  CHECK(clusters("e\u0301x") == Clusters{"e\u0301", "x"});
  CHECK(clusters("👨‍👩‍👧🇩🇪🇫🇷👍🏽") ==
        Clusters{"👨‍👩‍👧", "🇩🇪", "🇫🇷", "👍🏽"});
  CHECK(clusters("\r\n\n") == Clusters{"\r\n", "\n"});
  CHECK(clusters("각\u1100\u1161\u11a8") == Clusters{"각", "\u1100\u1161\u11a8"});
}

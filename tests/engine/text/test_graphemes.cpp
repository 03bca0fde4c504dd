#include "engine/text/graphemes.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "engine/text/utf8.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"

using heed::grapheme_end;
using Clusters = std::vector<std::string>;

namespace {

Clusters clusters(const std::string& text) {
  Clusters found;
  for (size_t at = 0, end = 0; at < text.size(); at = end) {
    end = grapheme_end(text, at);
    found.push_back(text.substr(at, end - at));
  }
  return found;
}

// "÷ 0061 × 0308 ÷" is one cluster.
Clusters expected(const std::string& line) {
  Clusters found;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(' ', at), line.size());
    const std::string field = line.substr(at, end - at);
    if (field == "÷")
      found.emplace_back();
    else if (field != "×" && !field.empty())
      heed::append_utf8(found.back(), static_cast<char32_t>(std::strtoul(field.c_str(), nullptr, 16)));
    at = end + 1;
  }
  found.pop_back();
  return found;
}

}  // namespace

TEST_CASE("grapheme clusters: the whole GraphemeBreakTest.txt of Unicode", "[text][graphemes]") {
  const std::string path = heed::test::environment_or("HEED_UNICODE_DATA", "/usr/share/unicode") +
                           "/auxiliary/GraphemeBreakTest.txt";
  std::ifstream file(path);
  if (!file) {
    WARN("skipped: there is no " << path << " (Debian: unicode-data)");
    return;
  }
  int cases = 0;
  for (std::string line; std::getline(file, line);) {
    line = line.substr(0, line.find('#'));
    while (!line.empty() && (line.back() == '\t' || line.back() == ' ')) line.pop_back();
    if (line.empty()) continue;
    const Clusters wanted = expected(line);
    std::string text;
    for (const std::string& cluster : wanted) text += cluster;
    INFO(line);
    CHECK(clusters(text) == wanted);
    ++cases;
  }
  CHECK(cases > 500);
}

TEST_CASE("clusters that a reader takes for one character", "[text][graphemes]") {
  CHECK(clusters("e\u0301x") == Clusters{"e\u0301", "x"});
  CHECK(clusters("👨‍👩‍👧🇩🇪🇫🇷👍🏽") ==
        Clusters{"👨‍👩‍👧", "🇩🇪", "🇫🇷", "👍🏽"});
  CHECK(clusters("\r\n\n") == Clusters{"\r\n", "\n"});
  CHECK(clusters("각\u1100\u1161\u11a8") == Clusters{"각", "\u1100\u1161\u11a8"});
}

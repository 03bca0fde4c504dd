// The form of WordBreakTest.txt and GraphemeBreakTest.txt: "÷ 0061 × 0308 ÷" is one segment of two
// characters.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "engine/text/utf8.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"

namespace heed::test {

using Segments = std::vector<std::string>;

inline Segments segments_of(const std::string& line) {
  Segments found;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(' ', at), line.size());
    const std::string field = line.substr(at, end - at);
    if (field == "÷")
      found.emplace_back();
    else if (field != "×" && !field.empty())
      append_utf8(found.back(), static_cast<char32_t>(std::strtoul(field.c_str(), nullptr, 16)));
    at = end + 1;
  }
  found.pop_back();
  return found;
}

// Checks cut(text) on every line of a file of Unicode's "auxiliary" folder; skips, and says so, without it,
// or where it is of another version than the engine's tables.
template <class Cut>
void check_break_test(const std::string& name, int at_least, const Cut& cut) {
  const std::string path = environment_or("HEED_UNICODE_DATA", "/usr/share/unicode") + "/auxiliary/" + name;
  std::ifstream file(path);
  if (!file) {
    WARN("skipped: there is no " << path << " (Debian: unicode-data)");
    return;
  }
  int cases = 0;
  std::string line;
  std::getline(file, line);
  if (line.find("-15.0.0.txt") == std::string::npos) {
    WARN("skipped: " << path << " is not of Unicode 15.0.0: " << line);
    return;
  }
  while (std::getline(file, line)) {
    line = line.substr(0, line.find('#'));
    while (!line.empty() && (line.back() == '\t' || line.back() == ' ')) line.pop_back();
    if (line.empty()) continue;
    const Segments wanted = segments_of(line);
    std::string text;
    for (const std::string& segment : wanted) text += segment;
    INFO(line);
    CHECK(cut(text) == wanted);
    ++cases;
  }
  CHECK(cases > at_least);
}

}  // namespace heed::test

#include "native/cli/input.h"

#include <iostream>

#include "engine/session/error.h"
#include "native/cli/arguments.h"

namespace heed::cli {

namespace {

// std::getline() with a bound, for what never ends.
bool next_line(std::string& line) {
  constexpr size_t kLongest = size_t{16} << 20;
  line.clear();
  std::streambuf& in = *std::cin.rdbuf();
  constexpr int kEnd = std::char_traits<char>::eof();
  int c = in.sbumpc();
  if (c == kEnd) return false;
  for (; c != kEnd && c != '\n'; c = in.sbumpc()) {
    check(line.size() < kLongest, "[standard input] a line has more than ", kLongest,
          " bytes: expected a text per line.");
    line += static_cast<char>(c);
  }
  return true;
}

}  // namespace

void for_each_text(const std::vector<std::string>& arguments,
                   const std::function<void(const std::string&)>& use) {
  for (const std::string& argument : arguments) {
    if (argument != "-") {
      use(plain(argument));
      continue;
    }
    bool first = true;
    for (std::string line; next_line(line); first = false) {
      if (first && line.rfind("\xef\xbb\xbf", 0) == 0) line.erase(0, 3);  // a byte order mark
      if (!line.empty() && line.back() == '\r') line.pop_back();
      use(line);
    }
  }
}

std::vector<std::string> all_texts(const std::vector<std::string>& arguments) {
  std::vector<std::string> texts;
  for_each_text(arguments, [&](const std::string& text) { texts.push_back(text); });
  return texts;
}

}  // namespace heed::cli

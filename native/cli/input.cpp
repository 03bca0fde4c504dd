#include "native/cli/input.h"

#include <iostream>

#include "native/cli/arguments.h"

namespace heed::cli {

void for_each_text(const std::vector<std::string>& arguments,
                   const std::function<void(const std::string&)>& use) {
  for (const std::string& argument : arguments) {
    if (argument != "-") {
      use(plain(argument));
      continue;
    }
    bool first = true;
    for (std::string line; std::getline(std::cin, line); first = false) {
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

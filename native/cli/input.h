// The TEXT arguments: each is one text; '-' stands for the lines of standard input.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace heed::cli {

// Calls `use` for each text in order; standard input is read line by line, so that a pipe answers as it is
// fed.
void for_each_text(const std::vector<std::string>& arguments,
                   const std::function<void(const std::string&)>& use);

// The same, read to the end first.
std::vector<std::string> all_texts(const std::vector<std::string>& arguments);

}  // namespace heed::cli

// Output for people and for programs.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "native/numbers.h"

namespace heed::cli {

// One JSON value, without blanks; on one line of standard output. Bytes that are not UTF-8 become U+FFFD.
std::string json_text(const nlohmann::json& value);
void print_json_line(const nlohmann::json& value);

// Text for a terminal: control characters and bytes that are not UTF-8 are replaced, so that no text of a
// data set or a model can steer the terminal.
std::string printable(const std::string& text);

// A word for the shell: in quotes where it holds anything but plain characters.
std::string shell_word(const std::string& word);

// "heed: " and `message`, printable, on standard error: a line in one write, so that what other ranks and
// their shells say comes between lines, never into one.
void say(const std::string& message);

// "warning: …", each once, however many texts have it.
class Warnings {
 public:
  void say(const std::vector<std::string>& warnings);

 private:
  std::set<std::string> said_;
};

// `text` in a column of `width` characters, cut with "…" or filled with spaces at its end.
std::string left(const std::string& text, int width);
std::string right(const std::string& text, int width);
int width_of(const std::string& text);  // in code points

std::string bar(double fraction, int width);  // "█████▌", at most `width` characters

// Escape sequences when standard output (or error) is a terminal that shows them and NO_COLOR is not set.
bool colours_on(int file_descriptor);
std::string bold(const std::string& text);  // on standard output
std::string dim(const std::string& text);

}  // namespace heed::cli

// Standard output and standard error of a program, from which no control character of a label, a text or a
// file's name gets to a terminal.
#pragma once

#include <memory>
#include <streambuf>
#include <string>

namespace heed::cli {

// While there is one, what goes to std::cout and std::cerr goes through it: characters that a terminal would
// obey become U+FFFD, but for line ends, tabs and, on a terminal, Heed's own styles.
class CleanOutput {
 public:
  CleanOutput();
  ~CleanOutput();
  CleanOutput(const CleanOutput&) = delete;
  CleanOutput& operator=(const CleanOutput&) = delete;

 private:
  std::unique_ptr<std::streambuf> out_, error_;
};

// `text` as CleanOutput lets it through. `styles`: with Heed's own, and the carriage returns of progress.
std::string cleaned(const std::string& text, bool styles);

// Bytes to standard output as they are; cleaned where it is a terminal.
void write_exactly(const std::string& bytes);

}  // namespace heed::cli

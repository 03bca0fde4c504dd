// What commands over files of rows share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "native/cli/progress.h"

namespace heed::cli {

// Shows how many of `total` rows are done; false after Ctrl-C.
std::function<bool(int64_t)> counting(StatusLine& status, int64_t total, const char* what);

// Writes `bytes` to the file, all or nothing, or to standard output where it is "" or "-".
void write_out(const std::string& file, const std::string& bytes);

// A table whose cells come from data: printable, line by line.
void print_lines(const std::string& text);

}  // namespace heed::cli

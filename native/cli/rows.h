// What commands over files of rows share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/rows/answers.h"
#include "native/cli/progress.h"

namespace heed::cli {

// Shows how many of `total` rows are done; false after Ctrl-C.
std::function<bool(int64_t)> counting(StatusLine& status, int64_t total, const char* what);

// The options of a command that answers the rows of a file beside texts: which file, how it is read, and
// where the rows go with an answer beside each. `out` is a file, whose ending is the format, or "" or "-",
// standard output, where they are jsonl with --json, and otherwise as they were read.
struct RowOptions {
  std::string data, out, format;
  std::vector<std::string> set;
  bool spreadsheet = false;
};
// Adds them behind `texts`; `what` says what is done with the rows, and `columns` what is added to them.
// Returns --data and --out.
std::pair<CLI::Option*, CLI::Option*> add_row_options(CLI::App& command, RowOptions& options,
                                                      CLI::Option* texts, const std::string& what,
                                                      const std::string& columns);

// The rows, after what could not be read of the file was said.
session::RowTable read_rows(const RowOptions& options);
void write_rows(const RowOptions& options, bool json, const session::RowTable& table,
                const session::RowAnswers& answers);

// Writes `bytes` to the file, all or nothing, or to standard output where it is "" or "-".
void write_out(const std::string& file, const std::string& bytes);

// A table whose cells come from data: printable, line by line.
void print_lines(const std::string& text);

}  // namespace heed::cli

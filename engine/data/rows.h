// What readers of every format share: text files as lines, delimited rows, and the collection of labelled
// rows with the problems met on the way.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

// A text file without its byte order mark. Error when it is empty or compressed.
std::string read_text(const std::string& path);

// Lines without their "\n" or "\r\n"; what follows the last line end is a line when it is not empty.
std::vector<std::string_view> split_lines(std::string_view text);

struct Row {
  size_t line = 0;  // where it begins, from 1
  std::vector<std::string> fields;
};

// RFC 4180: fields in double quotes may hold commas, line ends and doubled quotes. Blank lines give no row.
// A quote that is never closed ends the reading: `unclosed` is the line it is on, else 0.
std::vector<Row> split_csv(std::string_view text, size_t* unclosed);

// One row per line; a field that begins and ends with a double quote loses both when `unquote`.
std::vector<Row> split_tsv(std::string_view text, bool unquote);

// The rows of one data set while it is read.
class RowCollector {
 public:
  struct LabelledText {
    std::string text, label;
  };

  // Called before the rows of each file; `finish` after them: Error when the file gave no row.
  void begin(const std::string& file);
  void finish();

  void add(size_t line, std::string text, std::string label);
  void leave_out(size_t line, const std::string& reason);  // counted and shown
  void remark(const std::string& remark);                  // a warning about the file as a whole

  const std::vector<LabelledText>& rows() const { return rows_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::string file_;
  std::vector<LabelledText> rows_;
  size_t rows_before_ = 0;
  std::map<std::string, std::vector<size_t>> problems_;  // of the present file: reason -> lines
  std::vector<std::string> warnings_;
};

}  // namespace heed

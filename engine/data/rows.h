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

// A line of a data file, and with it a text. A list of JSON may stand on one line, up to kLongestText.
inline constexpr size_t kLongestLine = size_t{16} << 20;

// Error "[file] line 3 …" for a line of more bytes.
void check_lines(std::string_view text, const std::string& file);

// A text file as UTF-8 without its byte order mark, unpacked when it is gzipped, with lines that end in "\n"
// or
// "\r\n" where they ended in "\r" alone. Error when it is empty, or of another kind than text
// (foreign_file.h).
// `encoding` as as_utf8() has it (encoding.h); empty: as it looks, and `found` says which that is.
std::string read_text(const std::string& path, const std::string& encoding = {},
                      std::string* found = nullptr);

// `folder` when it is a file, else the first of `names` that is in it, gzipped ("train.csv.gz") or not. Error
// naming them when none is there.
std::string find_text(const std::string& folder, const std::vector<std::string>& names);

// Lines without their "\n" or "\r\n"; what follows the last line end is a line when it is not empty.
std::vector<std::string_view> split_lines(std::string_view text);

struct Row {
  size_t line = 0;  // where it begins, from 1
  std::vector<std::string> fields;
  size_t number = 0;  // from 1, as a spreadsheet has it: a field over several lines is in one row
};

// One row per line, quotes being characters like others.
std::vector<Row> split_fields(std::string_view text, char separator);

// Without spaces, no-break ones too, line ends, zero characters and the like at either end.
std::string_view trimmed(std::string_view text);

// "line 3", "lines 3, 9", "12 rows, lines 3, 4, … and 2 more".
std::string line_list(const std::vector<size_t>& lines);

// The rows of one data set while it is read.
class RowCollector {
 public:
  struct LabelledText {
    std::string text, label;
    int group, file;  // index into files()
    size_t number;    // of its row there, from 1
  };
  // Where a row begins in its file, and its number there: not the same below a field of several lines.
  struct Place {
    size_t line, number;
  };
  static constexpr int kAlone = -1;

  // `label_map` as in ReadOptions.
  explicit RowCollector(std::map<std::string, std::string> label_map = {})
      : label_map_(std::move(label_map)) {}

  // Called before the rows of each file; `finish` after them: Error when the file gave no row.
  void begin(const std::string& file);
  // begin(), and the file's text, as read_text() has it. Another encoding than UTF-8 that was found is a
  // remark, unless the caller says it (`found`).
  std::string read(const std::string& file, const std::string& encoding, std::string* found = nullptr);
  void finish();

  void add(Place place, std::string text, std::string label, int group = kAlone);
  void add(size_t line, std::string text, std::string label, int group = kAlone) {
    add(Place{line, line}, std::move(text), std::move(label), group);
  }
  void leave_out(size_t line, const std::string& reason);                                // counted and shown
  void doubt(size_t line, const std::string& what) { problems_[what].push_back(line); }  // shown
  void remark(const std::string& remark);  // a warning about the file as a whole
  int new_group() { return groups_++; }
  // The classes in their order, for formats where the file or its options decide. Error when another file of
  // the same data set has said otherwise.
  void use_labels(const std::vector<std::string>& labels);

  const std::vector<LabelledText>& rows() const { return rows_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  const std::vector<std::string>& labels() const { return labels_; }  // of use_labels, mapped
  const std::vector<std::string>& files() const { return files_; }
  int groups() const { return groups_; }
  size_t left_out() const { return left_out_; }

 private:
  std::map<std::string, std::string> label_map_;
  std::string file_;
  std::vector<std::string> files_;
  std::vector<LabelledText> rows_;
  size_t rows_before_ = 0, left_out_ = 0;
  int groups_ = 0;
  std::vector<std::string> labels_;
  std::map<std::string, std::vector<size_t>> problems_;  // of the present file: reason -> lines
  std::vector<std::string> warnings_;
};

}  // namespace heed

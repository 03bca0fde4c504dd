// Labelled rows in memory: looked at, judged by a model, edited, and written to a file of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/models/model.h"

namespace heed {
struct Dataset;
}

namespace heed::session {

// Where a row stands: its number in the file, from 1, as a spreadsheet or an editor shows it (a header is row
// 1), and which of the files that were read that is. Number 0: it is of no file.
struct RowPlace {
  int file = 0;
  size_t number = 0;
};

struct LabelledRow {
  std::string text;
  int label = 0;                 // index into Labelled::labels
  std::vector<int> needed = {};  // words on which the label hangs, where that is known
  RowPlace place = {};           // file: index into Labelled::files
};

struct Labelled {
  std::string format;                     // one of data_formats()
  std::vector<std::string> columns;       // csv and tsv: what the header says, or "1", "2", …; else empty
  std::string text_column, label_column;  // of them those that are read; empty for other formats
  std::vector<std::string> labels;
  std::vector<LabelledRow> rows;
  std::vector<std::string> files;     // that were read
  std::vector<std::string> problems;  // with file and line numbers
  int64_t left_out = 0;               // rows that could not be used

  std::vector<int64_t> class_counts() const;  // [labels]
};

// "12"; where several files were read, "spam.txt 12".
std::string place_in_words(RowPlace place, const std::vector<std::string>& files);

// As a task reads it.
std::shared_ptr<const Dataset> as_dataset(const Labelled& data);

// The format that a path's ending and content suggest, as data/format_guess.h has it; "" when neither does.
std::string guess_format(const std::string& path);

// Throws Error naming the file. An empty `format` is guessed; `set` holds KEY=VALUE for the recipe's "data"
// object.
Labelled read_labelled(const std::string& path, const std::string& format,
                       const std::vector<std::string>& set = {});
// The same by a recipe's "data" object.
Labelled read_labelled_as(const nlohmann::json& data, const std::string& path);

// Texts in csv and tsv as they are, for programs; or with an apostrophe before those that a spreadsheet would
// calculate.
enum class Cells { kAsTheyAre, kForSpreadsheets };

// As csv, tsv or jsonl, by the file's ending, all or nothing; read_labelled reads the same rows back, unless
// they are for spreadsheets. Bytes that are not UTF-8 become U+FFFD in jsonl; tabs and line ends become
// spaces in tsv.
void write_labelled(const std::string& file, const Labelled& data, Cells cells = Cells::kAsTheyAre);

// In quotes where it has to be (RFC 4180).
std::string csv_field(const std::string& text, Cells cells = Cells::kAsTheyAre);

struct RowScore {
  double loss = 0;        // -log P(label); infinity where the model does not know the label
  double confidence = 0;  // P(predicted)
  int predicted = 0;      // index into Labelled::labels; -1: a class that the data does not have
};

// What a model says about each row. `go_on(rows done)` is called now and then; false ends it early, with the
// scores so far.
std::vector<RowScore> score_rows(const std::string& model, const Labelled& data,
                                 const std::function<bool(int64_t)>& go_on);

}  // namespace heed::session

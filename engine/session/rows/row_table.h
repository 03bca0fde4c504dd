// A file of people's own rows as it is: every field kept, to be looked at, and written again with more beside
// them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace heed::session {

struct RowTable {
  std::string format;                           // "csv", "tsv", "jsonl", "fasttext" or "lines"
  std::string encoding;                         // as data/encoding.h names it
  char delimiter = ',';                         // csv
  bool has_header = false;                      // csv, tsv: the first row names the columns
  std::vector<std::string> columns;             // names, or "1", "2", …; of jsonl the keys, as met
  std::vector<std::vector<std::string>> rows;   // csv, tsv, lines
  std::vector<nlohmann::ordered_json> objects;  // jsonl
  std::vector<size_t> lines;                    // where each begins, from 1
  // Columns of texts and of labels, where there is one: as data/columns.h finds them. From 0.
  std::vector<size_t> text;
  std::optional<size_t> label;
  bool text_is_guessed = false, label_is_guessed = false;  // from the values
  std::string
      read_as;  // the format of the file: `format`, or "json" for a list of objects, which is kept as jsonl
  size_t width = 0;  // fields that a row has, but for those that `remarks` names; 0: any number
  std::vector<std::string> remarks;  // rows that could not be read, and the like

  size_t size() const { return format == "jsonl" ? objects.size() : rows.size(); }
  std::string field(size_t row, size_t column) const;  // "" where the row has none
};

// `format` empty: by the file's ending and content. "-" is standard input, of lines where nothing else is
// said. `set` holds KEY=VALUE for the recipe's "data" object: delimiter, encoding, header, text_column,
// label_column. Error naming the file where it cannot be read, holds no row or lacks a column that is asked
// for; UsageError for settings that there are not.
RowTable read_row_table(const std::string& file, const std::string& format,
                        const std::vector<std::string>& set = {});

// The text of each row: that of all its columns of texts, with spaces between.
std::vector<std::string> texts_of(const RowTable& table);

// Takes columns of these names out of the table, which is to be written and not read any more.
void without_columns(RowTable& table, const std::vector<std::string>& names);

bool is_blank(const std::string& text);  // nothing but white space

// The whole file or nothing: see base/file.h.
void write_text(const std::string& file, const std::string& bytes);
// Error where that could not be, before anything is computed for it.
void check_writable(const std::string& file);

}  // namespace heed::session

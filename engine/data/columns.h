// Which columns of a table hold text and label.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/rows.h"

namespace heed {

struct Columns {
  std::vector<size_t> text = {0};  // from 0; joined with a space
  size_t label = 1;
  bool has_label = true;  // no column is one of labels, where false
  bool has_header = false;
  bool header_is_guessed = false;  // from values below it that are unlike it, not by a usual name
  bool text_is_guessed = false, label_is_guessed = false;  // from the values

  size_t needed() const;  // fields that a row must have
  std::string text_of(const Row& row) const;
};

// Usual names, in order of preference: English ones first, then those of other languages.
const std::vector<std::string>& usual_text_names();
const std::vector<std::string>& usual_label_names();

// ASCII letters only.
std::string lower_ascii(std::string text);

// Where the field called one of `names` stands, in any case; the first name that is there decides.
std::optional<size_t> position_of(const std::vector<std::string>& names,
                                  const std::vector<std::string>& fields);

// "3" is the third column: 2.
std::optional<size_t> column_number(const std::string& asked);

// The columns that `options` asks for in a table with these rows, or else those with the usual names, or else
// those that look like it: the longest is the text; the one with the fewest values, each on several lines, or
// with values that options.labels names, is the label. `otherwise` where nothing tells. Error naming the
// columns there are when one that is asked for is not.
Columns guess_columns(const std::vector<Row>& rows, const ReadOptions& options, const Columns& otherwise,
                      const std::string& path);

// The same for texts with labels: Error where no column holds labels.
Columns find_columns(const std::vector<Row>& rows, const ReadOptions& options, const Columns& otherwise,
                     const std::string& path);

}  // namespace heed

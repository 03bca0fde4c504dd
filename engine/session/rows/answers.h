// What a model of any kind but a classifier says of the rows of a table: columns beside theirs.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/models/model.h"
#include "engine/session/rows/row_table.h"

namespace heed::session {

inline constexpr const char* kNoText = "no text";  // the remark of a row that has none

struct RowAnswers {
  std::vector<std::string> names;
  std::vector<std::vector<nlohmann::json>> rows;  // [rows][names]
  std::vector<std::string> warnings;
};

// By what the model finds (session/models/model.h):
//   kLabels  "labels": [{"text", "label", "probability", "start", "end"}, …], stretches of words of one
//   label,
//            "O" left out, B- and I- taken off; bytes of the text, the least probability of its words
//   kAnswer  "answer", "score", "start", "end"; null where there is none. What is asked is `question`, or the
//            row's column of that name
//   kWords   "filled": the text with the likeliest word in each mask, and "probability", their product; null
//            where nothing is masked
//   kNext    "next", "probability": the likeliest token behind the text
//   kTarget  "translation", "probability"
//   kValue   a column for each label, the text's value
//   kVector  "vector": the mean of the last layer's states
// and "remark", which is empty but for rows that have no answer: those without text, and those that the model
// does not take, as one that is too long for a model that writes. Error where it takes none.
// `go_on(rows done)` is called before each row; false ends it, with the rows so far. Error for a classifier
// (predictions.h), and where nothing is asked.
RowAnswers answer_rows(const Model& model, const RowTable& table, const std::string& question,
                       const std::function<bool(int64_t)>& go_on);

}  // namespace heed::session

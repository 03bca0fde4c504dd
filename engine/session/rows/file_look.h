// What a file of labelled texts looks like, before anything is trained on it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heed::session {

// {"file", "format", "encoding", "delimiter" (null but of csv and tsv), "header", "rows",
//  "columns": [{"name", "role" ("text", "label" or null), "guessed", "distinct", "empty", "mean_length" in
//   characters}, …],
//  "first": [[field, …], …], the first five rows,
//  "classes": [{"label", "n"}, …], the most frequent first, at most a hundred, "class_count",
//  "words": {"shortest", "median", "long", "longest"} per text, "long" being what 95 % stay below,
//  "duplicates": {"texts", "rows", "other_label"}: texts that there are more than once, all of their rows,
//  and
//   of the texts those that have several labels; "in_two_parts": of the texts those that the usual split
//   (0.8, 0.1, 0.1, seed 0) puts into several parts,
//  "problems": ["lines 3, 9: no text", …], "settings": ["data.text_column=tweet", …] that `heed train` needs,
//  "doubts": ["9874 of 10000 labels are different: is this column an id?", …]}
// A role is guessed where no column has a usual name: see data/columns.h. Error as of read_row_table().
nlohmann::json look_at(const std::string& file, const std::string& format,
                       const std::vector<std::string>& set = {});

// For people: what it is in a line, and all of it as tables.
std::string look_summary(const nlohmann::json& look);
std::string look_table(const nlohmann::json& look);
std::string delimiter_in(const nlohmann::json& look);  // "a comma"; "" where there is none

}  // namespace heed::session

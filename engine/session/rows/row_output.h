// A table of people's rows, written with more columns beside theirs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/rows/row_table.h"
#include "engine/session/training/labelled.h"

namespace heed::session {

// "csv", "tsv" or "jsonl": by the ending of `file`; of standard output ("" or "-") that of the table, csv of
// lines.
std::string output_format(const std::string& file, const RowTable& table);

// Error where `file` is `input`, by whatever path or link.
void check_not_input(const std::string& file, const std::string& input);

// Error, before anything is computed for it, where `file` has another ending than one of these, could not be
// written, or is `input`, by whatever path or link.
void check_output(const std::string& file, const std::string& input);

// Names of which none is there twice, in upper or lower case. One of `own` that the table has gets
// "predicted_" before it; what is there still gets "_2", "_3", … behind it.
std::vector<std::string> output_names(const RowTable& table, const std::vector<std::string>& own);

// The rows with columns behind theirs, `added[row][column]`, in UTF-8. The first line of csv and tsv names
// the columns; those that had no name are called by their number. Numbers of jsonl stay numbers.
std::string with_columns(const RowTable& table, const std::string& format,
                         const std::vector<std::string>& names,
                         const std::vector<std::vector<nlohmann::json>>& added,
                         Cells cells = Cells::kAsTheyAre);

}  // namespace heed::session

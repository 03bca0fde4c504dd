// A whole file of texts explained: its rows with what the model says of each, and each method's values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/session/explaining/explain.h"

namespace heed::session {

struct ExplainRowsOptions {
  std::string text_column;  // by its name in the header or its number from 1; empty: found by the usual names
  ExplainOptions explain;
  bool spreadsheet = false;  // texts that one would calculate stand behind an apostrophe
};

// `from` is .csv or .tsv, with a header that names the column of texts or without one, or .txt with a text
// per line; gzipped or not. `to` is .csv, .tsv or .jsonl, written all or nothing. To the columns that there
// are it adds "prediction", "probability", "tokens", "class" (that is explained), where contributions are
// wanted "bias" and "score", and a column for each method: lists are JSON, one value for each token. Columns
// of these names that are there already are replaced. Returns the number of rows. `progress(rows done, of
// all)` is called before each row; what it throws ends it, and nothing is written. Error naming the file.
int64_t explain_rows(const Model& model, const std::string& from, const std::string& to,
                     const ExplainRowsOptions& options,
                     const std::function<void(int64_t, int64_t)>& progress = nullptr);

}  // namespace heed::session

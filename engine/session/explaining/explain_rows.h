// A whole file of texts explained: what the model says of each row, and each method's values.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/session/explaining/explain.h"
#include "engine/session/rows/answers.h"

namespace heed::session {

// Columns for the rows of `table`, whose own columns of these names are taken out: "prediction",
// "probability", "tokens", "class" (that is explained), where contributions are wanted "bias" and "score",
// and a column for each method: lists have one value for each token. A row without text has no tokens, and
// null elsewhere. `go_on(rows done)` is called before each row; false ends it, with the rows so far.
RowAnswers explain_rows(const Model& model, RowTable& table, const ExplainOptions& options,
                        const std::function<bool(int64_t)>& go_on);

}  // namespace heed::session

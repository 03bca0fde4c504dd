// Whether the first row of a table names its columns, where no usual name says so.
#pragma once

#include <vector>

#include "engine/data/rows.h"

namespace heed {

// Any of three signs: a value that no other row has, above values that are each on several rows; no number
// above numbers; of two columns, two words that no other row has, above sentences. The last needs two rows
// below it, the others more. The page has the same rules (web/src/state/train/columns.ts).
bool looks_like_header(const std::vector<Row>& rows);

}  // namespace heed

// The tokens of a sentence, coloured by the attention they receive; unknown words are marked.
#pragma once

#include <optional>
#include <vector>

#include "engine/session/models/analysis.h"
#include "native/studio/views/heat_map.h"

namespace heed::studio {

// A token that is pointed at is the key in `pointing` (and its query, unless there is one query alone).
void token_strip(Ui& ui, const std::vector<session::Token>& tokens, const std::vector<double>& received,
                 bool pooling, Pointing* pointing);

}  // namespace heed::studio

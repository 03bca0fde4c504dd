// What a network looked at while it wrote, token by token, and how likely each token was.
#pragma once

#include <vector>

#include "engine/explain/map_edits.h"
#include "engine/session/models/model.h"
#include "engine/session/translating/translate.h"

namespace heed::session {

// The ids of a target, and the source that they were generated for.
struct WrittenTarget {
  std::vector<int32_t> source, ids;
  int32_t start = 0;  // the token that a target begins with
};

// Fills target_tokens, log_sums, candidates, attention and scores.
void look(const ModelImpl& model, const SequenceNetwork& network, const explain::MapEdits& edits,
          const WrittenTarget& target, const TranslateOptions& options, Translation& translation);

}  // namespace heed::session

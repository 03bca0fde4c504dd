// A part of a packed corpus that fits where the whole does not.
#pragma once

#include <string>

#include "engine/tasks/packed_corpus.h"

namespace heed {

// At most `most` tokens: all that is held out, and of the documents to train so many as fit, drawn evenly
// from all of them by `seed`; those of a smaller share are among those of a larger one. The whole where it
// fits. Its ids are smaller than `vocabulary`, and go to `path`, or, if that is "", into memory. Error where
// no document fits, or where nothing stands between documents.
PackedCorpus share_of(const PackedCorpus& whole, int64_t most, uint64_t seed, int64_t vocabulary,
                      const std::string& path);

}  // namespace heed

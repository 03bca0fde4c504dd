// The normalizer that SentencePiece compiles into a table ("precompiled_charsmap", base64): a double-array
// trie of the character sequences that change, and what they become.
#pragma once

#include <memory>

#include "engine/text/pipeline/normalizers.h"

namespace heed {

// Error when the table is damaged.
std::unique_ptr<Normalizer> read_precompiled(const Part& part);

}  // namespace heed

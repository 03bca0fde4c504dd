// Contributions as the door has them: not part of it, shared by its source files.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/explain/contributions.h"
#include "engine/session/explaining/explain.h"

namespace heed::session {

// Without any there is nothing to explain, though an encoder reads tokens of its own.
inline bool has_words(const EncodedText& text) {
  return std::any_of(text.tokens.begin(), text.tokens.end(),
                     [](const TextToken& token) { return token.start < token.end; });
}

// `with_parts`: the parts of each term too.
ClassContributions class_contributions(const explain::Contributions& given,
                                       const std::vector<std::string>& labels, bool with_parts);

}  // namespace heed::session

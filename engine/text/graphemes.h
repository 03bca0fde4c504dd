// What a reader takes for one character: extended grapheme clusters (UAX #29, section 3.1.1).
#pragma once

#include <cstddef>
#include <string_view>

namespace heed {

// Where the cluster that begins at byte `at` < text.size() ends. `at` must be the beginning of one.
size_t grapheme_end(std::string_view text, size_t at);

}  // namespace heed

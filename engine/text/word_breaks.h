// Word boundaries as Unicode has them: UAX #29, "Unicode Text Segmentation", section 4.1, default rules
// without dictionaries: Chinese, Japanese and Thai are cut at single characters.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace heed {

// The bytes at which a segment begins, and the end of the text; {0} alone for an empty text. Bytes that are
// not UTF-8 are characters that nothing joins.
std::vector<size_t> word_boundaries(std::string_view text);

}  // namespace heed

// Unicode's normalization forms (UAX #15), with the place of every character in the original.
#pragma once

#include <string>
#include <string_view>

#include "engine/text/aligned_text.h"

namespace heed {

enum class NormalForm {
  kNFC,   // composed
  kNFD,   // decomposed
  kNFKC,  // composed, compatibility characters (ﬁ, ①, Ａ) as what they stand for
  kNFKD,
};

// Linear in the text, but for the sorting of marks on one letter. What was composed or reordered stands for
// the bytes of all its parts.
AlignedText normalized(const AlignedText& text, NormalForm form);
std::string normalized(std::string_view text, NormalForm form);

}  // namespace heed

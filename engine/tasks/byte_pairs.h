// Byte pairs (Sennrich et al. 2016) over the bytes of words, as GPT-2 has them (Radford et al. 2019, §2.2): a
// vocabulary that any text can be written in, and read back from to the letter.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/tasks/word_piece.h"

namespace heed {

inline constexpr const char* kEndOfText = "<|endoftext|>";

// The words of text files by GPT-2's pattern, each with the blank before it, in the alphabet of bytes.
WordCounts count_byte_words(const std::vector<std::string>& files, const WorkProgress& progress = nullptr);
// The same of texts that are there.
WordCounts count_byte_words_of(const std::vector<std::string>& texts);

// tokenizer.json and tokenizer_config.json of so many pieces, kEndOfText the first and the 256 bytes behind
// it. Error where there are not even as many.
std::map<std::string, std::string> learned_byte_pairs(const WordCounts& words, size_t pieces);

}  // namespace heed

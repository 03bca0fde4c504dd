// The words of a corpus and how often each stands there: what a vocabulary of word pieces is learned from.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/tasks/word_piece.h"

namespace heed {

// As BERT's normalizer and pre-tokenizer cut them; what stands for a word that was left out is none.
// `lines`, if given, gets how many were read.
WordCounts count_words(const std::vector<std::string>& files, bool lower_case, int64_t* lines = nullptr,
                       const WorkProgress& progress = nullptr);

// tokenizer.json, and tokenizer_config.json, which `AutoTokenizer` of the transformers library asks for
// beside it.
std::map<std::string, std::string> word_piece_files(const std::vector<std::string>& pieces, bool lower_case);

}  // namespace heed

// The lines of text files as numbers of words. Not part of the session's door.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/text/vocabulary.h"

namespace heed::session {

struct VectorCorpus {
  std::vector<int32_t> tokens;   // by rank in the vocabulary's order, kLineEnd behind each line
  Vocabulary vocabulary;         // <unk>, then the most frequent words; word r of `tokens` is entry r + 1
  int64_t lines = 0, count = 0;  // of tokens that are words
  uint64_t fingerprint = 0;      // of the bytes read
};

// `text`: a recipe's "text" object, whose tokenizer, preprocess and min_freq count.
VectorCorpus read_vector_corpus(const std::vector<std::string>& files, const nlohmann::json& text,
                                int32_t words, const std::string& recipe, const WorkProgress& progress);

}  // namespace heed::session

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

// The files of folders in the order of their names, and files as they are given. Error when there is none.
std::vector<std::string> corpus_files(const std::vector<std::string>& paths);

// `text`: a recipe's "text" object, whose tokenizer, preprocess and min_freq count. In WikiText's files <unk>
// stands for a word that was left out and " @-@ " for a hyphen: the one is no word, the other is put back.
VectorCorpus read_vector_corpus(const std::vector<std::string>& files, const nlohmann::json& text,
                                int32_t words, const std::string& recipe);

}  // namespace heed::session

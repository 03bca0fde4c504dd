// Text to tokens and back, by Heed's own tokenizers and by the files of others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/session/analysis.h"

namespace heed::session {

struct TokenizeOptions {
  std::optional<bool> cased;   // of a vocab.txt: none: cased where a piece but bracketed ones holds a capital
  bool special_tokens = true;  // around a text, as for one sentence; in text_of_ids: shown
};

struct TokenizeResult {
  std::string text;
  std::vector<PreprocessingStep> preprocessing;  // of a model folder that has it
  std::vector<Token> tokens;
};

// `name_or_file`: basic_english, whitespace, words, characters, all_characters, a tokenizer.json, a WordPiece
// vocab.txt, or a folder with one of the two. Throws UsageError (engine/base/error.h) for an unknown name,
// and where `cased` is given and it is no vocab.txt.
std::vector<TokenizeResult> tokenize(const std::string& name_or_file, const std::vector<std::string>& texts,
                                     const TokenizeOptions& options = {});

// The text that token ids stand for, "12 7 301" or "12,7,301". Error for what is no id of the vocabulary.
std::string text_of_ids(const std::string& file, const std::string& ids, const TokenizeOptions& options = {});

}  // namespace heed::session

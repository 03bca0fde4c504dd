// Tokens that are found in a text before anything else is done to it (special tokens such as [MASK]), or
// after normalization ("normalized"), wherever they stand.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/text/pipeline/normalizers.h"
#include "engine/text/pipeline/piece_vocabulary.h"

namespace heed {

struct AddedToken {
  int32_t id = 0;
  std::string content;
  bool single_word = false;  // not inside a word
  bool lstrip = false;       // takes the white space before it
  bool rstrip = false;       // takes the white space after it
  bool normalized = false;   // sought in the normalized text, as the normalizer writes it
  bool special = false;
};

// "content" and flags of a token, as library files have them; its id stays 0.
AddedToken read_token(const Part& part);
// "added_tokens[…]" of a tokenizer.json. Of a piece that is there under two ids the vocabulary's counts, as
// in the library. Error when the vocabulary knows the token by another id alone.
AddedToken read_added_token(const Part& part, const PieceVocabulary& vocabulary);

class AddedTokens {
 public:
  AddedTokens() = default;
  // With `splits_special` no special token is found in a text.
  AddedTokens(std::vector<AddedToken> tokens, const Normalizer* normalizer, bool splits_special = false);

  struct Find {
    size_t first = 0, last = 0;         // bytes, [first, last)
    const AddedToken* token = nullptr;  // null: text between
  };
  // The whole text in order, the leftmost and of those the longest token each time; no part is empty.
  std::vector<Find> find(std::string_view text, bool normalized) const;

  const AddedToken* token(int64_t id) const;                // null when there is none
  const AddedToken* token(std::string_view content) const;  // a special one first
  const std::vector<AddedToken>& all() const { return tokens_; }

 private:
  std::vector<AddedToken> tokens_;
  bool splits_special_ = false;
  std::unordered_map<int64_t, size_t> by_id_;
  Trie raw_, normalized_, contents_;  // to places in tokens_
};

}  // namespace heed

// Token <-> id. Ids are 0 to size() - 1; a token that is not in the vocabulary reads as the unknown token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/text/token.h"

namespace heed {

// How often each token occurs in a corpus.
class TokenCounts {
 public:
  struct Occurrences {
    int64_t count = 0;
    int64_t place = 0;  // among the different tokens, in the order in which they were met
  };

  void add(std::string_view token) {
    const auto [found, is_new] = counts_.try_emplace(std::string(token));
    if (is_new) found->second.place = static_cast<int64_t>(counts_.size());
    ++found->second.count;
  }
  void add(const std::vector<TextToken>& tokens) {
    for (const TextToken& token : tokens) add(token.text);
  }
  const std::unordered_map<std::string, Occurrences>& counts() const { return counts_; }

 private:
  std::unordered_map<std::string, Occurrences> counts_;
};

struct VocabularyOptions {
  int64_t min_freq = 1;                                    // rarer tokens are left out
  int64_t max_size = 0;                                    // specials counted too; 0: no limit
  std::vector<std::string> specials = {"<unk>", "<pad>"};  // the first ids, in this order
  std::string unknown = "<unk>";                           // one of the specials
  bool ties_as_met = false;  // equal counts in the order of first occurrence, as Python's Counter has them

  // The tokenizer of the "Attention" lesson of Made With ML: <PAD> 0, <UNK> 1, then the most frequent tokens,
  // as many as make `num_tokens` with those two.
  static VocabularyOptions of_lesson(int64_t num_tokens) {
    return {1, num_tokens, {"<PAD>", "<UNK>"}, "<UNK>", true};
  }
};

class Vocabulary {
 public:
  struct Entry {
    std::string token;
    int64_t count = 0;  // in the corpus it was built from; 0 when read from a file
    bool special = false;
  };

  // Specials, then tokens by falling count; equal counts in the order of their bytes, or as the options say.
  static Vocabulary build(const TokenCounts& counts, const VocabularyOptions& options = {});
  static Vocabulary build(const std::vector<std::vector<TextToken>>& texts,
                          const VocabularyOptions& options = {});

  // Ids in the order of `entries`. Error when a token is there twice or `unknown` is not there.
  Vocabulary(std::vector<Entry> entries, std::string_view unknown);

  int size() const { return static_cast<int>(entries_.size()); }
  int unknown_id() const { return unknown_id_; }
  // Neither allocates.
  std::optional<int> find(std::string_view token) const;
  int id(std::string_view token) const { return find(token).value_or(unknown_id_); }
  // Error when `id` is not one.
  const std::string& token(int id) const;
  const std::vector<Entry>& entries() const { return entries_; }
  int64_t least_count() const;  // of the tokens that are not special; 0 when there is none

 private:
  size_t slot_of(std::string_view token) const;

  std::vector<Entry> entries_;
  std::vector<int32_t>
      slots_;  // open addressing over entries_: a power of two, at most half full; -1 is free
  int unknown_id_ = 0;
};

}  // namespace heed

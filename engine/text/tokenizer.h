// Text -> tokens. A tokenizer holds no vocabulary: the same one cuts text for training, where the vocabulary
// is counted, and later with it. Every token keeps its place in the original bytes (token.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/token.h"

namespace heed {

class Tokenizer {
 public:
  virtual ~Tokenizer() = default;
  // One of tokenizer_names().
  virtual std::string name() const = 0;
  // Any bytes; those that are not UTF-8 are read as U+FFFD. No token is empty, and they come in text order.
  virtual std::vector<TextToken> split(std::string_view text) const = 0;
};

// basic_english: torchtext's rules (basic_english.cpp). The others keep letters as they are written:
// whitespace: cut at white space.
// words: runs of letters, digits and their marks, one apostrophe inside allowed (don't); every other
// character
//   that is not white space is a token of its own, with the marks that follow it.
// characters: every code point that is not white space.
// Another name is a UsageError that lists these.
std::unique_ptr<Tokenizer> make_tokenizer(std::string_view name);

const std::vector<std::string>& tokenizer_names();

}  // namespace heed

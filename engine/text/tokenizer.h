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
  // What stands between tokens where they become a text again.
  virtual const char* separator() const { return " "; }
};

// basic_english: torchtext's rules (basic_english.cpp). The others keep letters as they are written:
// whitespace: cut at white space.
// words: what lies between the word boundaries of UAX #29 (word_breaks.h) and is not white space: words with
//   their apostrophes, numbers with their points, and every other sign by itself.
// characters: every code point that is not white space. all_characters: white space too.
// Another name is a UsageError that lists these.
std::unique_ptr<Tokenizer> make_tokenizer(std::string_view name);

const std::vector<std::string>& tokenizer_names();

}  // namespace heed

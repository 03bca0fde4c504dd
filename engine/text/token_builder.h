// What the tokenizers here share: a token grows character by character while the text is read once.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/text/token.h"
#include "engine/text/utf8.h"

namespace heed {

class TokenBuilder {
 public:
  // The `length` bytes at `at` join the open token (open one if there is none); the caller appends what they
  // become to the returned text.
  std::string& extend(size_t at, int length) {
    if (!is_open_) tokens_.emplace_back().start = static_cast<int64_t>(at);
    is_open_ = true;
    tokens_.back().end = static_cast<int64_t>(at) + length;
    return tokens_.back().text;
  }
  // The same, the character as it stands.
  void extend(size_t at, CodePoint c) { append_utf8(extend(at, c.length), c.value); }

  void close() { is_open_ = false; }

  // The character is a token of its own.
  void add_alone(size_t at, CodePoint c) {
    close();
    extend(at, c);
    close();
  }

  std::vector<TextToken> take() { return std::move(tokens_); }

 private:
  std::vector<TextToken> tokens_;
  bool is_open_ = false;
};

}  // namespace heed

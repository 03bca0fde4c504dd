// The tokenizers that only cut, and keep every letter as it is written; tokenizer.h says where they cut.
#pragma once

#include "engine/text/tokenizer.h"

namespace heed {

class Whitespace : public Tokenizer {
 public:
  static constexpr const char* kName = "whitespace";
  std::string name() const override { return kName; }
  std::vector<TextToken> split(std::string_view text) const override;
};

class Words : public Tokenizer {
 public:
  static constexpr const char* kName = "words";
  std::string name() const override { return kName; }
  std::vector<TextToken> split(std::string_view text) const override;
};

class Characters : public Tokenizer {
 public:
  static constexpr const char* kName = "characters";
  std::string name() const override { return kName; }
  std::vector<TextToken> split(std::string_view text) const override;
  const char* separator() const override { return ""; }
};

class AllCharacters : public Tokenizer {
 public:
  static constexpr const char* kName = "all_characters";
  std::string name() const override { return kName; }
  std::vector<TextToken> split(std::string_view text) const override;
  const char* separator() const override { return ""; }
};

}  // namespace heed

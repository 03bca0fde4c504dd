// Text to tokens and back, by Heed's own tokenizers and by the files of others.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/models/analysis.h"

namespace heed::session {

struct TokenizeResult {
  std::string text;
  std::vector<PreprocessingStep> preprocessing;  // of a model folder that has it
  std::vector<Token> tokens;
};

// A stretch of a text on its way, and the bytes [start, end) of the original that it stands for.
struct Stretch {
  std::string text;
  int64_t start = 0, end = 0;
  bool changed = false;  // is not what stands there
};

// The whole cut: text → normalized → words → pieces with ids → text again. What normalization dropped is in
// no stretch of `normalized`; stretches that are not changed are as long as they can be, a changed one stands
// for as few characters as can be told apart.
struct TokenizeSteps {
  std::string text;
  std::vector<PreprocessingStep> preprocessing;
  std::vector<Stretch> normalized;
  std::vector<Stretch> words;  // as the model gets them, by Token::word
  std::vector<Token> pieces;   // special tokens among them
  std::string decoded;         // from the ids, without special tokens; from the pieces where there are no ids
};
nlohmann::json to_json(const TokenizeSteps& steps);

// A tokenizer that stays open.
class OpenTokenizer {
 public:
  // `name_or_file`: basic_english, whitespace, words, characters, all_characters, a tokenizer.json, a
  // WordPiece vocab.txt, or a folder with one of the two. Throws UsageError (engine/base/error.h) for an
  // unknown name, and where `cased` is given and it is no vocab.txt.
  explicit OpenTokenizer(const std::string& name_or_file, std::optional<bool> cased = std::nullopt);
  // The bytes of a file: a tokenizer.json where they begin as JSON does, else a vocab.txt.
  static OpenTokenizer from_bytes(const std::string& file, const std::string& bytes,
                                  std::optional<bool> cased = std::nullopt);
  OpenTokenizer(OpenTokenizer&&) noexcept;
  ~OpenTokenizer();

  std::string kind() const;  // "WordPiece", "BPE", …; of one of Heed's own its name
  int64_t size() const;      // of the vocabulary; 0 where there is none

  // For people: what its file asks for that one would not expect, or that is not done.
  std::vector<std::string> notes() const;

  TokenizeResult tokenize(const std::string& text, bool special_tokens = true) const;
  TokenizeSteps steps(const std::string& text, bool special_tokens = true) const;
  // Error for what is no id of the vocabulary.
  std::string text_of(const std::vector<int>& ids, bool special_tokens = true) const;

  struct Impl;

 private:
  explicit OpenTokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// "12 7 301" or "12,7,301". Error for what is none of that form.
std::vector<int> read_token_ids(const std::string& ids);

}  // namespace heed::session

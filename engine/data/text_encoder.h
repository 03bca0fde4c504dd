// Text to numbers, the same way in training and afterwards: tokens, their ids, and for models that read
// inside words the hashed character n-grams of each token.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/phrase_filter.h"
#include "engine/nn/text_batch.h"
#include "engine/text/preprocessing.h"
#include "engine/text/tokenizer_json.h"

namespace heed {

// Sub-words as in Bojanowski et al. 2017: all runs of min to max characters of "<word>", each hashed (FNV-1a,
// 32 bits, over its UTF-8 bytes) into one of `buckets` rows. An unknown word still has its n-grams.
struct NgramOptions {
  int min = 3, max = 5;
  int buckets = 0;  // 0: none
};

// Phrases: the 1 to max words that end at a token, hashed likewise, or only those that the training part has
// `min_freq` times, each with a row of its own (phrase_filter.h). The sentence's ends are words of their own
// there ("<s> please"), and digits are all the same. With `inside` the token's character n-grams are phrases
// too: of a rare word, something that votes.
struct PhraseOptions {
  int max = 3;
  int buckets = 0;               // 0: none, or those of the filter
  int min_freq = 0;              // 0: hashed
  int64_t rows = 0;              // of the filter: the most telling ones; 0: all
  NgramOptions inside = {0, 0};  // of all sizes from min to max; none
};

struct EncoderOptions {
  NgramOptions ngrams;
  PhraseOptions phrases;
  Preprocessing preprocessing = {};
  PhraseFilter filter = {};  // where phrases.min_freq is not 0

  int64_t phrase_rows() const { return phrases.min_freq > 0 ? filter.rows() : phrases.buckets; }
};

struct EncodedText {
  std::vector<TextToken> tokens;
  std::vector<int32_t> ids;            // [tokens]
  std::vector<int32_t> pieces;         // n-grams of all tokens, one token after the other
  std::vector<int32_t> piece_counts;   // [tokens], or empty without n-grams
  std::vector<int32_t> phrases;        // of all tokens, one token after the other
  std::vector<int32_t> phrase_counts;  // [tokens], or empty without phrases

  void truncate(size_t tokens);
};

class TextEncoder {
 public:
  // `tokenizer` must hold a vocabulary.
  TextEncoder(TokenizerFile tokenizer, EncoderOptions options);

  // Tokens keep their places in `text`, whatever preprocessing made of it; `steps`, if given, gets what each
  // of its steps made.
  EncodedText encode(std::string_view text, std::vector<Preprocessing::StepText>* steps = nullptr) const;
  // Of a text that split() has cut already, by the same tokenizer and preprocessing.
  EncodedText encode(std::vector<TextToken> tokens) const;
  const Vocabulary& vocabulary() const { return *file_.vocabulary; }

 private:
  TokenizerFile file_;
  EncoderOptions options_;
};

// Several texts as one batch; `chosen` are indices into `texts`.
TextBatch make_batch(const std::vector<EncodedText>& texts, const std::vector<int>& chosen);

// A preprocessed text's tokens, with their places in the original.
std::vector<TextToken> split(const Tokenizer& tokenizer, const Preprocessing& preprocessing,
                             std::string_view text, std::vector<Preprocessing::StepText>* steps = nullptr);

// The hashes of the phrases of a text, as often as they are in it: what a PhraseFilter is made of.
std::vector<uint32_t> phrase_hashes(const std::vector<TextToken>& tokens, const PhraseOptions&);

// "preprocess", "ngrams" and "phrases" of a recipe's or config.json's "text" object; none when they are not
// there.
EncoderOptions read_encoder_options(const nlohmann::json& text, const std::string& file);

}  // namespace heed

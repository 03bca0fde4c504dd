// Text to numbers, the same way in training and afterwards: tokens, their ids, and for models that read
// inside words the hashed character n-grams of each token.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/fields.h"
#include "engine/data/phrase_filter.h"
#include "engine/nn/text_batch.h"
#include "engine/text/preprocessing.h"
#include "engine/text/tokenizer_json.h"

namespace heed {

// Most tokens that a network reads by default: attention takes their square of memory.
inline constexpr int64_t kUsualMaxTokens = 512;

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
  std::vector<int32_t> types;          // [tokens], which of two texts; or empty: all 0
  std::vector<int32_t> pieces;         // n-grams of all tokens, one token after the other
  std::vector<int32_t> piece_counts;   // [tokens], or empty without n-grams
  std::vector<int32_t> phrases;        // of all tokens, one token after the other
  std::vector<int32_t> phrase_counts;  // [tokens], or empty without phrases

  int64_t total = 0;  // tokens before the tokenizer's own limit; 0: it has none

  void truncate(size_t tokens);
};

// Where a phrase stands: from the first to the last of its tokens, of which -1 and the number of tokens are
// the sentence's ends. A run of characters inside a token is a phrase of that token.
struct PhrasePlace {
  int first = 0, last = 0;
  std::string text;  // "could you", "<s> please", "<nee"
};

// Text to what a network takes. Tokens keep their places in the text; those that stand around it ([CLS],
// [SEP]) have none: start = end.
class TextToIds {
 public:
  virtual ~TextToIds() = default;

  // Any bytes. `steps`, if given, gets what each step of preprocessing made of the text.
  virtual EncodedText encode(std::string_view text,
                             std::vector<Preprocessing::StepText>* steps = nullptr) const = 0;
  // Two texts as one; tokens say by `sequence` which they are of. Error where a network reads one.
  virtual EncodedText encode_pair(std::string_view first, std::string_view second) const;
  // Leaves out the last tokens of the text until no more than `most` are left.
  virtual void cut(EncodedText& text, size_t most) const { text.truncate(most); }
  virtual int64_t size() const = 0;  // ids are smaller
  // None and empty where there is none.
  virtual std::optional<int32_t> id_of(std::string_view token) const = 0;
  virtual std::string token_of(int64_t id) const = 0;
  virtual int unknown() const = 0;  // the id of what is not in the vocabulary
  // The id of what stands for a hidden word: [MASK] or <mask>; none where the vocabulary has neither.
  virtual std::optional<int32_t> mask() const;
  // What the tokenizer's files ask for and is not done, for people.
  virtual std::vector<std::string> warnings() const { return {}; }
  // Fewer tokens than these are asked of no text: what stands around it needs room.
  virtual int64_t fewest() const { return 1; }
};

class TextEncoder final : public TextToIds {
 public:
  // `tokenizer` must hold a vocabulary.
  TextEncoder(TokenizerFile tokenizer, EncoderOptions options);

  EncodedText encode(std::string_view text,
                     std::vector<Preprocessing::StepText>* steps = nullptr) const override;
  int64_t size() const override { return vocabulary().size(); }
  std::optional<int32_t> id_of(std::string_view token) const override;
  std::string token_of(int64_t id) const override;
  int unknown() const override { return vocabulary().unknown_id(); }
  // Encodes a text that split() has cut already, by the same tokenizer and preprocessing.
  EncodedText encode(std::vector<TextToken> tokens) const;
  const Vocabulary& vocabulary() const { return *file_.vocabulary; }
  // Places of each of `text.phrases`, in a text that this has encoded.
  std::vector<PhrasePlace> phrase_places(const EncodedText& text) const;

 private:
  TokenizerFile file_;
  EncoderOptions options_;
};

// The piece that ends a text, by the names that models who write give it; none where there is none.
std::optional<int32_t> end_piece(const TextToIds& text);

// Several texts as one batch; `chosen` are indices into `texts`.
TextBatch make_batch(const std::vector<EncodedText>& texts, const std::vector<int>& chosen);

// A preprocessed text's tokens, with their places in the original.
std::vector<TextToken> split(const Tokenizer& tokenizer, const Preprocessing& preprocessing,
                             std::string_view text, std::vector<Preprocessing::StepText>* steps = nullptr);

// The hashes of the phrases of a text, as often as they are in it: what a PhraseFilter is made of.
std::vector<uint32_t> phrase_hashes(const std::vector<TextToken>& tokens, const PhraseOptions&);

// "preprocess", "ngrams" and "phrases" of a recipe's or config.json's "text" object; none when they are not
// there, or null. Steps of preprocessing are a list of names and objects: text/preprocessing.h reads it.
const Fields<EncoderOptions>& encoder_fields();
EncoderOptions read_encoder_options(const nlohmann::json& text, const std::string& file);

}  // namespace heed

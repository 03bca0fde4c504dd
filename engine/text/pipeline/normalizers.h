// The first step of a tokenizer.json: text to text, every character with its place in the original.
#pragma once

#include <memory>

#include "engine/text/aligned_text.h"
#include "engine/text/pipeline/part.h"

namespace heed {

class Normalizer {
 public:
  virtual ~Normalizer() = default;
  virtual AlignedText apply(const AlignedText& text) const = 0;
};

// BertNormalizer, Lowercase, NFC, NFD, NFKC, NFKD, StripAccents, Replace, Prepend, Strip, Precompiled and
// Sequence. Another type is an Error that lists these.
std::unique_ptr<Normalizer> read_normalizer(const Part& part);

// `strip_accents` none: as `lowercase`.
struct BertNormalizerOptions {
  bool clean_text = true;            // control characters out, every white space a blank
  bool handle_chinese_chars = true;  // blanks around each ideograph
  bool strip_accents = true;
  bool lowercase = true;
};
std::unique_ptr<Normalizer> make_bert_normalizer(const BertNormalizerOptions& options);

}  // namespace heed

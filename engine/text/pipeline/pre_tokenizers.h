// The second step of a tokenizer.json: the normalized text to words, which the model cuts one by one.
#pragma once

#include <memory>
#include <vector>

#include "engine/text/aligned_text.h"
#include "engine/text/pipeline/part.h"

namespace heed {

struct CutText {
  struct Word {
    size_t first = 0, last = 0;  // bytes of `text`, [first, last), never empty
  };
  AlignedText text;
  std::vector<Word> words;  // in text order
};

class PreTokenizer {
 public:
  virtual ~PreTokenizer() = default;
  // Cuts every word further; some change the text besides.
  virtual CutText apply(CutText words) const = 0;
};

// BertPreTokenizer, Whitespace, WhitespaceSplit, CharDelimiterSplit, Punctuation, Digits, Split, ByteLevel,
// Metaspace and Sequence. Another type is an Error that lists these.
std::unique_ptr<PreTokenizer> read_pre_tokenizer(const Part& part);
std::unique_ptr<PreTokenizer> make_bert_pre_tokenizer();
// GPT-2's: words with the blank before them, every byte a character of byte_alphabet.h.
std::unique_ptr<PreTokenizer> make_byte_level_pre_tokenizer();

}  // namespace heed

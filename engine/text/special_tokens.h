// Special tokens that are typed: Hugging Face's tokenizers cut every <pad> or <unk> out of the raw text,
// wherever it stands (a<pad>b is three tokens), before anything else looks at it. A tokenizer that is used
// with a tokenizer.json does the same, so that both read a text alike.
#pragma once

#include "engine/text/tokenizer.h"

namespace heed {

class WithSpecialTokens : public Tokenizer {
 public:
  // `specials` are not empty strings. What stands between them is split by `inner`, each piece for itself.
  WithSpecialTokens(std::unique_ptr<Tokenizer> inner, std::vector<std::string> specials);
  std::string name() const override { return inner_->name(); }
  std::vector<TextToken> split(std::string_view text) const override;
  const char* separator() const override { return inner_->separator(); }

 private:
  std::unique_ptr<Tokenizer> inner_;
  std::vector<std::string> specials_;
};

}  // namespace heed

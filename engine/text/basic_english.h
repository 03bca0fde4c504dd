// torchtext's "basic_english" tokenizer (torchtext/data/utils.py), with byte offsets.
#pragma once

#include "engine/text/tokenizer.h"

namespace heed {

class BasicEnglish : public Tokenizer {
 public:
  static constexpr const char* kName = "basic_english";
  std::string name() const override { return kName; }
  std::vector<TextToken> split(std::string_view text) const override;
};

}  // namespace heed

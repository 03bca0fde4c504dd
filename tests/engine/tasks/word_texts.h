// A tokenizer and texts for it, small enough to be seen through: words that begin with "w", some of which go
// on with "##x".
#pragma once

#include <memory>
#include <string>

#include "engine/base/random.h"
#include "engine/data/piece_encoder.h"
#include "engine/text/pipeline/word_piece_json.h"

namespace heed::test {

// [PAD] 0, [UNK] 1, [CLS] 2, [SEP] 3, [MASK] 4, w0 … w9 from 5, ##x 15, ##y 16
inline std::shared_ptr<const TextToIds> small_pieces() {
  std::vector<std::string> pieces = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
  for (int word = 0; word < 10; ++word) pieces.push_back("w" + std::to_string(word));
  pieces.insert(pieces.end(), {"##x", "##y"});
  const std::string json = write_word_piece_json(pieces, true);
  return read_piece_encoder("small", "test", [&](const std::string& name) {
    return name == "tokenizer.json" ? std::optional(json) : std::nullopt;
  });
}

// Documents of one to four lines of words that follow each other: w3 w4 w5 …
inline std::string counting_text(int documents, uint64_t seed) {
  Random random(seed);
  std::string text;
  for (int d = 0; d < documents; ++d) {
    for (size_t lines = 1 + random.below(4); lines > 0; --lines) {
      size_t word = random.below(10);
      for (size_t n = 3 + random.below(12); n > 0; --n, word = (word + 1) % 10)
        text += "w" + std::to_string(word) + (n > 1 ? " " : "\n");
    }
    text += "\n";
  }
  return text;
}

}  // namespace heed::test

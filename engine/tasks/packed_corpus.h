// Texts of any number and length as one stream of tokens, from which rows of any length are cut: nothing is
// padded, and no row needs more memory than itself. Every document stands between the tokens that the
// tokenizer puts around a text ([CLS] … [SEP]); a part of the documents is held out.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/text_encoder.h"
#include "engine/data/token_file.h"

namespace heed {

// What a tokenizer puts before and behind a text: at most one token each. Error where it puts more.
struct TextEnds {
  std::optional<int32_t> begin, end;
  static TextEnds of(const TextToIds& text);
  int64_t count() const { return (begin ? 1 : 0) + (end ? 1 : 0); }
};

struct PackedCorpus {
  struct HeldOut {
    std::string name;  // of the file
    int64_t first = 0, count = 0;
  };
  std::shared_ptr<const TokenFile> tokens;
  TextEnds ends;
  int64_t train = 0;  // of the tokens, the first
  std::vector<HeldOut> held_out;
  int64_t documents = 0;     // the held-out ones, too
  uint64_t fingerprint = 0;  // of the bytes that were read

  // The tokens [first, first + count) as texts, each whole or cut where the row begins and ends, and given
  // the tokens around it that it lost there.
  std::vector<std::vector<int32_t>> row(int64_t first, int64_t count) const;
};

// All of it but its tokens and what stands around a text, as JSON, and back. Error naming `file` for what
// does not fit together.
nlohmann::json describe_packed(const PackedCorpus& packed);
PackedCorpus read_packed(const nlohmann::json& json, std::shared_ptr<const TokenFile> tokens,
                         const std::string& file);

}  // namespace heed

// Text to ids by a tokenizer of other makers: pieces, with special tokens around the text.
#pragma once

#include <memory>

#include "engine/data/text_encoder.h"
#include "engine/text/pipeline/pipeline.h"

namespace heed {

class PieceEncoder final : public TextToIds {
 public:
  explicit PieceEncoder(TokenizerPipeline tokenizer) : tokenizer_(std::move(tokenizer)) {}

  EncodedText encode(std::string_view text,
                     std::vector<Preprocessing::StepText>* steps = nullptr) const override;
  EncodedText encode_pair(std::string_view first, std::string_view second) const override;
  // What stands around the text stays.
  void cut(EncodedText& text, size_t most) const override;
  int64_t size() const override { return tokenizer_.vocabulary_size(); }
  std::optional<int32_t> id_of(std::string_view token) const override { return tokenizer_.id_of(token); }
  std::string token_of(int64_t id) const override;
  // The text that ids stand for, special ones left out.
  std::string text_of(const std::vector<int>& ids) const { return tokenizer_.decode(ids, true); }
  int unknown() const override;
  std::optional<int32_t> mask() const override;
  std::vector<std::string> warnings() const override { return tokenizer_.warnings(); }
  int64_t fewest() const override { return 8; }

 private:
  TokenizerPipeline tokenizer_;
};

// The file of this name beside the model; none where there is no such file.
using ReadFile = ReadBeside;

// Reads tokenizer.json or vocab.txt, with the settings beside them (text/pipeline/settings.h). Error naming
// `place` where neither is there, as a model of `model_type` needs one.
std::unique_ptr<TextToIds> read_piece_encoder(const std::string& place, const std::string& model_type,
                                              const ReadFile& read);

}  // namespace heed

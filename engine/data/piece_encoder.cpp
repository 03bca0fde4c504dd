#include "engine/data/piece_encoder.h"

#include "engine/base/error.h"
#include "engine/base/names.h"

namespace heed {
namespace {

EncodedText as_text(Encoding encoding) {
  EncodedText text;
  text.total = encoding.total;
  for (Piece& piece : encoding.pieces) {
    text.ids.push_back(piece.id);
    text.types.push_back(piece.type_id);
    text.tokens.push_back({std::move(piece.text), piece.start, piece.end, piece.special, piece.known,
                           piece.word, piece.sequence});
  }
  return text;
}

}  // namespace

EncodedText PieceEncoder::encode(std::string_view text, std::vector<Preprocessing::StepText>*) const {
  return as_text(tokenizer_.encode(text));
}

EncodedText PieceEncoder::encode_pair(std::string_view first, std::string_view second) const {
  return as_text(tokenizer_.encode_pair(first, second));
}

void PieceEncoder::cut(EncodedText& text, size_t most) const {
  size_t more = text.ids.size() > most ? text.ids.size() - most : 0;
  for (size_t n = text.ids.size(); more > 0 && n-- > 0;) {
    if (text.tokens[n].start == text.tokens[n].end) continue;
    const auto at = static_cast<std::ptrdiff_t>(n);
    text.tokens.erase(text.tokens.begin() + at);
    text.ids.erase(text.ids.begin() + at);
    text.types.erase(text.types.begin() + at);
    --more;
  }
}

std::string PieceEncoder::token_of(int64_t id) const {
  const std::string* piece = tokenizer_.piece_of(id);
  return piece ? *piece : "";
}

int PieceEncoder::unknown() const {
  if (const auto id = tokenizer_.id_of_role("unk_token")) return *id;
  for (const char* piece : {"[UNK]", "<unk>", "[MASK]", "<mask>"})
    if (const auto id = tokenizer_.id_of(piece)) return *id;
  return 0;
}

std::optional<int32_t> PieceEncoder::mask() const {
  const auto id = tokenizer_.id_of_role("mask_token");
  return id ? id : TextToIds::mask();
}

namespace {

// Vocabularies in forms that are not read, so that the message can say what is there.
std::string other_forms(const ReadFile& read) {
  std::string found;
  for (const char* name :
       {"vocab.json", "merges.txt", "tokenizer.model", "spiece.model", "sentencepiece.bpe.model"})
    if (read(name)) append_name(found, name);
  return found.empty() ? "" : ", only " + found + ", which Heed does not read";
}

}  // namespace

std::unique_ptr<TextToIds> read_piece_encoder(const std::string& place, const std::string& model_type,
                                              const ReadFile& read) {
  const auto json = read("tokenizer.json"), pieces = json ? std::nullopt : read("vocab.txt");
  check(json || pieces, "[", place, "] has neither tokenizer.json nor vocab.txt", other_forms(read), ": a ",
        model_type,
        " model needs one of the two. AutoTokenizer of the transformers library writes a "
        "tokenizer.json: from_pretrained, then save_pretrained.");
  const TokenizerSettings settings = read_tokenizer_settings(place, read);
  return std::make_unique<PieceEncoder>(
      json ? read_pipeline(*json, place + "/tokenizer.json", settings)
           : read_word_piece_vocabulary(*pieces, place + "/vocab.txt", settings));
}

}  // namespace heed

#include "engine/data/piece_encoder.h"

#include "engine/format/json.h"

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
  for (const char* piece : {"[UNK]", "<unk>", "[MASK]", "<mask>"})
    if (const auto id = tokenizer_.id_of(piece)) return *id;
  return 0;
}

std::unique_ptr<TextToIds> read_piece_encoder(const std::string& place, const std::string& model_type,
                                              const ReadFile& read) {
  if (const auto json = read("tokenizer.json"))
    return std::make_unique<PieceEncoder>(read_pipeline(*json, place + "/tokenizer.json"));
  const auto pieces = read("vocab.txt");
  check(pieces.has_value(), "[", place, "] has neither tokenizer.json nor vocab.txt: a ", model_type,
        " model needs one of them.");
  std::optional<bool> lower_case;
  if (const auto settings = read("tokenizer_config.json")) {
    const std::string file = place + "/tokenizer_config.json";
    const nlohmann::json parsed = parse_json_object(*settings, file);
    if (parsed.contains("do_lower_case")) lower_case = require<bool>(parsed, "do_lower_case", file);
  }
  return std::make_unique<PieceEncoder>(
      read_word_piece_vocabulary(*pieces, place + "/vocab.txt", lower_case));
}

}  // namespace heed

#include "engine/text/pipeline/models.h"

#include <utility>

#include "engine/text/json_messages.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

class WordPiece : public PieceModel {
 public:
  WordPiece(PieceVocabulary pieces, int32_t unknown, const WordPieceOptions& options)
      : PieceModel(std::move(pieces)),
        unknown_(unknown),
        max_characters_(options.max_characters),
        inside_(vocabulary().trie().walk(Trie::kRoot, options.prefix)) {}

  const char* kind() const override { return "WordPiece"; }
  void cut(std::string_view word, std::vector<ModelPiece>& pieces) const override {
    const size_t before = pieces.size();
    size_t at = is_too_long(word) ? word.size() + 1 : 0;
    while (at < word.size()) {
      const Trie::Match match = vocabulary().trie().longest(at == 0 ? Trie::kRoot : inside_, word, at);
      if (match.length == 0) break;
      pieces.push_back({match.value, at, at + match.length});
      at += match.length;
    }
    if (at == word.size()) return;
    pieces.resize(before);
    pieces.push_back({unknown_, 0, word.size(), false});
  }

 private:
  bool is_too_long(std::string_view word) const {
    if (word.size() <= max_characters_) return false;
    size_t characters = 0;
    for (const char byte : word)
      if ((byte & 0xC0) != 0x80 && ++characters > max_characters_) return true;
    return false;
  }

  int32_t unknown_;
  size_t max_characters_;
  Trie::Node inside_;
};

class WordLevel : public PieceModel {
 public:
  WordLevel(PieceVocabulary pieces, int32_t unknown) : PieceModel(std::move(pieces)), unknown_(unknown) {}

  const char* kind() const override { return "WordLevel"; }
  void cut(std::string_view word, std::vector<ModelPiece>& pieces) const override {
    const auto id = vocabulary().find(word);
    pieces.push_back({id.value_or(unknown_), 0, word.size(), id.has_value()});
  }

 private:
  int32_t unknown_;
};

int32_t unknown_id(const PieceVocabulary& vocabulary, const std::string& unknown, const std::string& file) {
  const auto id = vocabulary.find(unknown);
  check(id.has_value(), "[", file, "] the unk_token ", in_quotes(unknown), " is not in the vocabulary.");
  return *id;
}

TokenIds ids_of(const Part& part) {
  TokenIds ids;
  const nlohmann::json& vocab = part.any("vocab");
  part.expect(vocab.is_object(), ": \"vocab\" is ", shown(vocab), ": expected an object.");
  for (const auto& [piece, id] : vocab.get_ref<const nlohmann::json::object_t&>()) {
    const bool is_id = id.is_number_integer() && id >= 0 && id <= INT32_MAX;
    if (!is_id)
      part.fail(": the token ", in_quotes(piece), " has the id ", shown(id), ": expected a whole number.");
    ids.emplace_back(piece, id.get<int64_t>());
  }
  return ids;
}

std::string type_of(const Part& part) {
  if (part.has("type")) return part.type();
  if (part.any("vocab").is_array()) return "Unigram";
  return part.has("merges") ? "BPE" : part.has("continuing_subword_prefix") ? "WordPiece" : "WordLevel";
}

}  // namespace

std::optional<std::vector<int32_t>> byte_pieces(const PieceVocabulary& vocabulary, std::string_view text) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  std::vector<int32_t> ids;
  for (const char byte : text) {
    const auto value = static_cast<unsigned char>(byte);
    const auto id = vocabulary.find(std::string("<0x") + kDigits[value >> 4] + kDigits[value & 15] + ">");
    if (!id) return std::nullopt;
    ids.push_back(*id);
  }
  return ids;
}

std::unique_ptr<PieceModel> make_word_piece(PieceVocabulary vocabulary, const WordPieceOptions& options,
                                            const std::string& file) {
  const int32_t unknown = unknown_id(vocabulary, options.unknown, file);
  for (int32_t id = 0; id < vocabulary.end_id(); ++id) {
    const std::string* const piece = vocabulary.piece(id);
    check(piece == nullptr || piece->size() <= kLongestPiece, "[", file, "] the token ", id,
          " has more than ", kLongestPiece, " bytes: expected a shorter piece of WordPiece.");
  }
  return std::make_unique<WordPiece>(std::move(vocabulary), unknown, options);
}

std::unique_ptr<PieceModel> read_model(const Part& part, std::optional<TokenIds> ids,
                                       const std::string& file) {
  const std::string type = type_of(part);
  if (type == "Unigram") return read_unigram(part, file);
  part.expect(type == "WordPiece" || type == "WordLevel" || type == "BPE", " asks for the model ",
              in_quotes(type), ", which is not supported: expected WordPiece, WordLevel, BPE or Unigram.");
  const bool was_cut = ids.has_value() && part.any("vocab").is_object() && part.any("vocab").empty();
  PieceVocabulary vocabulary(was_cut ? std::move(*ids) : ids_of(part), file);
  if (type == "BPE") return read_bpe(part, std::move(vocabulary));
  if (type == "WordLevel") {
    const int32_t unknown = unknown_id(vocabulary, part.text("unk_token"), file);
    return std::make_unique<WordLevel>(std::move(vocabulary), unknown);
  }
  WordPieceOptions options;
  options.unknown = part.text("unk_token", options.unknown);
  options.prefix = part.text("continuing_subword_prefix", options.prefix);
  if (part.has("max_input_chars_per_word"))
    options.max_characters = static_cast<size_t>(part.whole_number("max_input_chars_per_word", 0, INT32_MAX));
  return make_word_piece(std::move(vocabulary), options, file);
}

}  // namespace heed

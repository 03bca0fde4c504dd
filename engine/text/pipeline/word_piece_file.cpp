// A WordPiece vocab.txt, as google-research/bert published it.
#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/base/error.h"
#include "engine/text/json_messages.h"
#include "engine/text/pipeline/pipeline.h"
#include "engine/text/pipeline/settings_apply.h"
#include "engine/text/unicode.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

bool is_bracketed(std::string_view piece) {
  return piece.size() > 2 && piece.front() == '[' && piece.back() == ']';
}

bool is_utf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    if (c.value == kReplacementCharacter && c.length != 3) return false;
    at += static_cast<size_t>(c.length);
  }
  return true;
}

// A piece's id is the number of its line, from 0. Of a piece that is there twice the later line counts, as in
// BERT's own reader.
TokenIds read_lines(std::string_view text, const std::string& file) {
  TokenIds ids;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const auto id = static_cast<int64_t>(ids.size());
    check(is_utf8(line), "[", file, "] line ", id + 1, " is not UTF-8: expected a piece in each line.");
    ids.emplace_back(std::string(line), id);
    at = end + 1;
  }
  return ids;
}

// What BERT calls its special tokens where the settings do not say.
constexpr std::pair<const char*, const char*> kUsual[] = {{"pad_token", "[PAD]"},
                                                          {"unk_token", "[UNK]"},
                                                          {"cls_token", "[CLS]"},
                                                          {"sep_token", "[SEP]"},
                                                          {"mask_token", "[MASK]"}};

// Tokenizers that cut by a vocab.txt as BERT does.
constexpr const char* kWordPieces[] = {"",
                                       "Bert",
                                       "DistilBert",
                                       "Electra",
                                       "MobileBert",
                                       "ConvBert",
                                       "SqueezeBert",
                                       "RetriBert",
                                       "LayoutLM",
                                       "Lxmert",
                                       "Realm",
                                       "DPRContextEncoder",
                                       "DPRQuestionEncoder",
                                       "DPRReader",
                                       "PreTrained"};

void check_kind(const TokenizerSettings& settings, const std::string& file) {
  std::string name = settings.kind;
  if (name.ends_with("Tokenizer")) name.resize(name.size() - 9);
  const bool is_known =
      name == "TokenizersBackend" ||
      std::find(std::begin(kWordPieces), std::end(kWordPieces), name) != std::end(kWordPieces);
  check(is_known, "[", file, "] is of a ", settings.kind,
        ", as tokenizer_config.json says, which is not supported: expected a BertTokenizer or one that cuts "
        "like it, or a tokenizer.json beside it.");
}

std::vector<std::string> undone_of(const TokenizerSettings& settings) {
  std::vector<std::string> warnings;
  if (!settings.basic)
    warnings.push_back(
        "tokenizer_config.json asks for texts that are cut at blanks already (do_basic_tokenize): left out "
        "here, "
        "as in the library's fast tokenizers");
  if (settings.never_split)
    warnings.push_back(
        "tokenizer_config.json names words that are never cut (never_split): left out here, as in the "
        "library's "
        "fast tokenizers");
  return warnings;
}

bool is_lower(const TokenIds& ids) {
  return std::none_of(ids.begin(), ids.end(), [](const auto& piece) {
    return !is_bracketed(piece.first) && to_lower(piece.first) != piece.first;
  });
}

// The settings with BERT's own names for the roles that they leave open, where the vocabulary has those.
TokenizerSettings with_usual_names(TokenizerSettings settings, const PieceVocabulary& vocabulary) {
  for (const auto& [role, content] : kUsual) {
    AddedToken token;
    token.content = content;
    token.id = -1;
    token.special = true;
    if (vocabulary.find(content)) settings.named.try_emplace(role, std::move(token));
  }
  return settings;
}

std::optional<Piece> piece_of_role(const char* role, const PipelineParts& parts,
                                   const TokenizerSettings& settings) {
  const auto named = settings.named.find(role);
  if (named == settings.named.end()) return std::nullopt;
  for (const AddedToken& token : parts.added_tokens) {
    if (token.content != named->second.content) continue;
    Piece piece;
    piece.id = token.id;
    piece.text = token.content;
    return piece;
  }
  return std::nullopt;
}

}  // namespace

TokenizerPipeline read_word_piece_vocabulary(std::string_view text, const std::string& file,
                                             const TokenizerSettings& settings) {
  check_kind(settings, file);
  TokenIds ids = read_lines(text, file);
  const bool lowercase = settings.lowercase ? *settings.lowercase : is_lower(ids);
  WordPieceOptions options;
  if (const auto unknown = settings.named.find("unk_token"); unknown != settings.named.end())
    options.unknown = unknown->second.content;
  PipelineParts parts;
  parts.model = make_word_piece(PieceVocabulary(std::move(ids), file), options, file);
  const TokenizerSettings all = with_usual_names(settings, parts.model->vocabulary());
  parts.normalizer = make_bert_normalizer({true, settings.handle_chinese_chars.value_or(true),
                                           settings.strip_accents.value_or(lowercase), lowercase});
  parts.pre_tokenizer = make_bert_pre_tokenizer();
  parts.decoder = make_word_piece_decoder();
  parts.warnings = undone_of(settings);
  parts.post_processor = make_plain_post_processor();
  add_settings(all, parts);
  const auto cls = piece_of_role("cls_token", parts, all), sep = piece_of_role("sep_token", parts, all);
  parts.post_processor = cls && sep ? make_bert_post_processor(*cls, *sep) : make_plain_post_processor();
  return TokenizerPipeline(std::move(parts));
}

}  // namespace heed

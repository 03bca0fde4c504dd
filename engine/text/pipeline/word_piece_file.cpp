// A WordPiece vocab.txt, as google-research/bert published it.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "engine/base/error.h"
#include "engine/text/json_messages.h"
#include "engine/text/pipeline/pipeline.h"
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

AddedToken special_token(const char* content, int32_t id) {
  AddedToken token;
  token.id = id;
  token.content = content;
  token.special = true;
  return token;
}

}  // namespace

TokenizerPipeline read_word_piece_vocabulary(std::string_view text, const std::string& file,
                                             std::optional<bool> lower_case) {
  TokenIds ids = read_lines(text, file);
  if (!lower_case)
    lower_case = std::none_of(ids.begin(), ids.end(), [](const auto& piece) {
      return !is_bracketed(piece.first) && to_lower(piece.first) != piece.first;
    });
  PipelineParts parts;
  parts.model = make_word_piece(PieceVocabulary(std::move(ids), file), {}, file);
  const PieceVocabulary& vocabulary = parts.model->vocabulary();
  for (const char* special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"})
    if (const auto id = vocabulary.find(special)) parts.added_tokens.push_back(special_token(special, *id));
  const auto cls = vocabulary.find("[CLS]"), sep = vocabulary.find("[SEP]");
  parts.normalizer = make_bert_normalizer({true, true, *lower_case, *lower_case});
  parts.pre_tokenizer = make_bert_pre_tokenizer();
  parts.post_processor = cls && sep ? make_bert_post_processor(*cls, *sep) : make_plain_post_processor();
  parts.decoder = make_word_piece_decoder();
  return TokenizerPipeline(std::move(parts));
}

}  // namespace heed

#include "engine/session/reading/tokenize.h"

#include "engine/data/text_encoder.h"
#include "engine/session/reading/inside/tokenize_impl.h"

namespace heed::session {
std::vector<int> read_token_ids(const std::string& ids) {
  std::vector<int> numbers;
  std::string digits;
  for (const char c : ids + " ") {
    if (c >= '0' && c <= '9') {
      digits += c;
      check(digits.size() <= 9, "[tokenize] \"", ids, "\" holds a number that is no id.");
    } else {
      check(c == ' ' || c == ',', "[tokenize] \"", ids, "\": expected token ids such as 12 7 301.");
      if (!digits.empty()) numbers.push_back(std::stoi(digits));
      digits.clear();
    }
  }
  return numbers;
}

Token token_of(const Piece& piece) {
  Token token{piece.text, piece.id, piece.start, piece.end, piece.known, piece.special, std::nullopt};
  if (piece.word >= 0) token.word = piece.word;
  return token;
}

std::vector<Token> own_tokens(const OpenTokenizer::Impl& tokenizer, const std::string& text,
                              std::vector<PreprocessingStep>& steps) {
  const std::optional<Vocabulary>& vocabulary = tokenizer.own.vocabulary;
  std::vector<Preprocessing::StepText> texts;
  std::vector<Token> tokens;
  int words = 0;
  for (const TextToken& token : split(*tokenizer.own.tokenizer, tokenizer.preprocessing, text, &texts)) {
    Token t{token.text, std::nullopt, token.start, token.end, true, token.special, std::nullopt};
    if (vocabulary) {
      t.id = vocabulary->id(token.text);
      t.known = vocabulary->find(token.text).has_value();
    }
    if (!token.special) t.word = words++;
    tokens.push_back(std::move(t));
  }
  for (const Preprocessing::StepText& step : texts) steps.push_back({step.step, step.text});
  return tokens;
}

std::string OpenTokenizer::kind() const {
  if (impl_->pipeline) return impl_->pipeline->model();
  return impl_->own.tokenizer->name();
}

int64_t OpenTokenizer::size() const {
  if (impl_->pipeline) return impl_->pipeline->vocabulary_size();
  return impl_->own.vocabulary ? impl_->own.vocabulary->size() : 0;
}

std::vector<std::string> OpenTokenizer::notes() const {
  return impl_->pipeline ? impl_->pipeline->notes() : std::vector<std::string>();
}

TokenizeResult OpenTokenizer::tokenize(const std::string& text, bool special_tokens) const {
  TokenizeResult result{text, {}, {}};
  if (!impl_->pipeline) {
    result.tokens = own_tokens(*impl_, text, result.preprocessing);
    return result;
  }
  const std::vector<Piece> pieces = impl_->pipeline->encode(text, special_tokens).pieces;
  result.tokens.reserve(pieces.size());
  for (const Piece& piece : pieces) result.tokens.push_back(token_of(piece));
  return result;
}

std::string OpenTokenizer::text_of(const std::vector<int>& ids, bool special_tokens) const {
  return impl_->pipeline ? impl_->pipeline->decode(ids, !special_tokens) : impl_->own.text_of(ids);
}

}  // namespace heed::session

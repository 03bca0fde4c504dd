// The cut of a text, step by step.
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/session/reading/inside/tokenize_impl.h"
#include "engine/text/utf8.h"

namespace heed::session {
namespace {

using nlohmann::json;

// The characters from `at` on that stand for the same ones of the original.
Stretch stretch_at(const AlignedText& text, size_t at, std::string_view original) {
  const auto [start, end] = text.original(at, at + 1);
  size_t next = at;
  while (next < text.size()) {
    const auto [other_start, other_end] = text.original(next, next + 1);
    if (other_start != start || other_end != end) break;
    next += static_cast<size_t>(decode_utf8(text.text(), next).length);
  }
  const std::string became = text.text().substr(at, next - at);
  return {became, start, end,
          original.substr(static_cast<size_t>(start), static_cast<size_t>(end - start)) != became};
}

// Appends what `text` has become of the original.
void append_stretches(std::vector<Stretch>& all, const AlignedText& text, std::string_view original) {
  for (size_t at = 0; at < text.size();) {
    Stretch next = stretch_at(text, at, original);
    at += next.text.size();
    if (!all.empty() && !all.back().changed && !next.changed && all.back().end == next.start) {
      all.back().text += next.text;
      all.back().end = next.end;
    } else {
      all.push_back(std::move(next));
    }
  }
}

Stretch word_of(const std::string& text, int64_t start, int64_t end, std::string_view original) {
  const auto first = static_cast<size_t>(start);
  return {text, start, end, original.substr(first, static_cast<size_t>(end) - first) != text};
}

TokenizeSteps pipeline_steps(const TokenizerPipeline& pipeline, const std::string& text,
                             bool special_tokens) {
  TokenizeSteps steps;
  PipelineSteps before;
  for (const Piece& piece : pipeline.encode(text, special_tokens, &before).pieces)
    steps.pieces.push_back(token_of(piece));
  for (const AlignedText& part : before.normalized) append_stretches(steps.normalized, part, text);
  for (const PipelineSteps::Word& word : before.words)
    steps.words.push_back(word_of(word.text, word.start, word.end, text));
  return steps;
}

// Their tokens are words; what is not in the vocabulary is known by its text alone.
TokenizeSteps own_steps(const OpenTokenizer::Impl& tokenizer, const std::string& text) {
  TokenizeSteps steps;
  steps.pieces = own_tokens(tokenizer, text, steps.preprocessing);
  const AlignedText normalized =
      tokenizer.preprocessing.empty() ? AlignedText::of(text) : tokenizer.preprocessing.apply(text);
  append_stretches(steps.normalized, normalized, text);
  for (const Token& token : steps.pieces)
    if (!token.special) steps.words.push_back(word_of(token.text, token.start, token.end, text));
  return steps;
}

std::string joined(const std::vector<Token>& tokens, const char* separator) {
  std::string text;
  for (const Token& token : tokens) text += (text.empty() ? "" : separator) + token.text;
  return text;
}

json to_json(const std::vector<Stretch>& stretches) {
  json written = json::array();
  for (const Stretch& s : stretches)
    written.push_back({{"text", s.text}, {"start", s.start}, {"end", s.end}, {"changed", s.changed}});
  return written;
}

}  // namespace

TokenizeSteps OpenTokenizer::steps(const std::string& text, bool special_tokens) const {
  TokenizeSteps steps =
      impl_->pipeline ? pipeline_steps(*impl_->pipeline, text, special_tokens) : own_steps(*impl_, text);
  steps.text = text;
  std::vector<int> ids;
  for (const Token& piece : steps.pieces)
    if (piece.id) ids.push_back(*piece.id);
  steps.decoded = ids.size() == steps.pieces.size() ? text_of(ids, false)
                                                    : joined(steps.pieces, impl_->own.tokenizer->separator());
  return steps;
}

json to_json(const TokenizeSteps& steps) {
  json written = {{"text", steps.text}, {"normalized", to_json(steps.normalized)}};
  if (!steps.preprocessing.empty()) written["preprocessing"] = to_json(steps.preprocessing);
  written["words"] = to_json(steps.words);
  json& pieces = written["pieces"] = json::array();
  for (const Token& piece : steps.pieces) pieces.push_back(to_json(piece));
  written["decoded"] = steps.decoded;
  return written;
}

}  // namespace heed::session

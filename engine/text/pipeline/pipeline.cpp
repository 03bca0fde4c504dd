#include "engine/text/pipeline/pipeline.h"

#include <algorithm>
#include <utility>

namespace heed {
namespace {

// The whole of a text is moved: a long one is to be in memory once.
AlignedText slice(AlignedText& text, size_t first, size_t last) {
  if (first == 0 && last == text.size()) return std::move(text);
  AlignedText out;
  out.append(text, first, last);
  return out;
}

}  // namespace

TokenizerPipeline::TokenizerPipeline(PipelineParts parts)
    : parts_(std::move(parts)),
      added_(std::move(parts_.added_tokens), parts_.normalizer.get(), parts_.splits_special_tokens) {
  parts_.notes.insert(parts_.notes.end(), parts_.warnings.begin(), parts_.warnings.end());
}

// A text on its way through the steps.
struct TokenizerPipeline::Progress {
  std::vector<Piece> pieces;
  int32_t words = 0;     // so far
  int32_t sequence = 0;  // the text's
  PipelineSteps* steps = nullptr;

  void note_text(const AlignedText& text) {
    if (steps) steps->normalized.push_back(text);
  }
  void note_word(const AlignedText& text, size_t first, size_t last) {
    if (!steps) return;
    const auto [start, end] = text.original(first, last);
    steps->words.push_back({text.text().substr(first, last - first), start, end});
  }
  void add(const AlignedText& text, const AddedTokens::Find& find) {
    const auto [start, end] = text.original(find.first, find.last);
    const AddedToken& token = *find.token;
    if (!token.special) note_word(text, find.first, find.last);
    pieces.push_back({token.id, token.content, start, end, token.special ? -1 : words++, 0, sequence, true,
                      token.special});
  }
};

void TokenizerPipeline::cut_words(AlignedText text, Progress& progress) const {
  const size_t size = text.size();
  CutText words{std::move(text), {{0, size}}};
  if (parts_.pre_tokenizer) words = parts_.pre_tokenizer->apply(std::move(words));
  const std::string_view bytes = words.text.text();
  std::vector<ModelPiece> found;
  for (const CutText::Word& word : words.words) {
    found.clear();
    parts_.model->cut(bytes.substr(word.first, word.last - word.first), found);
    for (const ModelPiece& piece : found) {
      const size_t first = word.first + piece.first, last = word.first + piece.last;
      const auto [start, end] = words.text.original(first, last);
      std::string written = piece.known ? *parts_.model->vocabulary().piece(piece.id)
                                        : std::string(bytes.substr(first, last - first));
      progress.pieces.push_back({piece.id, std::move(written), start, end, progress.words, 0,
                                 progress.sequence, piece.known, false});
    }
    if (found.empty()) continue;
    progress.note_word(words.text, word.first, word.last);
    ++progress.words;
  }
}

void TokenizerPipeline::cut_raw(AlignedText text, Progress& progress) const {
  if (parts_.normalizer) text = parts_.normalizer->apply(text);
  progress.note_text(text);
  for (const AddedTokens::Find& find : added_.find(text.text(), true)) {
    if (find.token != nullptr)
      progress.add(text, find);
    else
      cut_words(slice(text, find.first, find.last), progress);
  }
}

TextPieces TokenizerPipeline::cut(std::string_view text, int32_t sequence, PipelineSteps* steps) const {
  Progress progress;
  progress.sequence = sequence;
  progress.steps = steps;
  AlignedText aligned = AlignedText::of(text);
  for (const AddedTokens::Find& find : added_.find(aligned.text(), false)) {
    if (find.token != nullptr) progress.add(aligned, find);
    AlignedText part = slice(aligned, find.first, find.last);
    if (find.token == nullptr)
      cut_raw(std::move(part), progress);
    else
      progress.note_text(part);
  }
  return {text, std::move(progress.pieces)};
}

Encoding TokenizerPipeline::finished(std::vector<TextPieces> texts, bool add_special_tokens) const {
  const auto added =
      static_cast<size_t>(add_special_tokens ? parts_.post_processor->added(texts.size() > 1) : 0);
  Encoding encoding;
  encoding.total = static_cast<int64_t>(added);
  for (const TextPieces& text : texts) encoding.total += static_cast<int64_t>(text.pieces.size());
  if (parts_.truncation) truncate(texts, added, *parts_.truncation);
  encoding.pieces = parts_.post_processor->apply(std::move(texts), add_special_tokens);
  return encoding;
}

Encoding TokenizerPipeline::encode(std::string_view text, bool add_special_tokens,
                                   PipelineSteps* steps) const {
  std::vector<TextPieces> texts;
  texts.push_back(cut(text, 0, steps));
  return finished(std::move(texts), add_special_tokens);
}

Encoding TokenizerPipeline::encode_pair(std::string_view first, std::string_view second,
                                        bool add_special_tokens) const {
  std::vector<TextPieces> texts;
  texts.push_back(cut(first, 0));
  texts.push_back(cut(second, 1));
  return finished(std::move(texts), add_special_tokens);
}

std::string TokenizerPipeline::decode(std::span<const int> ids, bool skip_special_tokens) const {
  std::vector<std::string> pieces;
  for (const int id : ids) {
    const std::string* const piece = piece_of(id);
    check(piece != nullptr, "[tokenizer] there is no token ", id, ": expected an id from 0 to ",
          vocabulary_size() - 1, ".");
    const AddedToken* const added = added_.token(*piece);
    if (!skip_special_tokens || added == nullptr || !added->special) pieces.push_back(*piece);
  }
  std::string text;
  for (const std::string& piece : parts_.decoder->apply(std::move(pieces))) text += piece;
  return parts_.clean_up ? without_blanks_before_marks(std::move(text)) : text;
}

int32_t TokenizerPipeline::vocabulary_size() const {
  int32_t end = parts_.model->vocabulary().end_id();
  for (const AddedToken& token : added_.all()) end = std::max(end, token.id + 1);
  return end;
}

std::optional<int32_t> TokenizerPipeline::id_of(std::string_view piece) const {
  const AddedToken* const added = added_.token(piece);
  return added != nullptr ? std::optional<int32_t>(added->id) : parts_.model->vocabulary().find(piece);
}

std::optional<int32_t> TokenizerPipeline::id_of_role(const std::string& role) const {
  const auto token = parts_.roles.find(role);
  return token == parts_.roles.end() ? std::nullopt : id_of(token->second);
}

const std::string* TokenizerPipeline::piece_of(int64_t id) const {
  const AddedToken* const added = added_.token(id);
  return added != nullptr ? &added->content : parts_.model->vocabulary().piece(id);
}

}  // namespace heed

#include "engine/text/pipeline/added_tokens.h"

#include <utility>

#include "engine/base/order.h"
#include "engine/text/character_classes.h"
#include "engine/text/json_messages.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

bool is_inside_word(std::string_view text, size_t first, size_t last) {
  return (first > 0 && is_word(decode_utf8_before(text, first).value)) ||
         (last < text.size() && is_word(decode_utf8(text, last).value));
}

}  // namespace

AddedToken read_token(const Part& part) {
  AddedToken token;
  token.content = part.within(kLongestPiece, "content", part.text("content"));
  part.expect(!token.content.empty(), " is empty.");
  token.single_word = part.flag("single_word", false);
  token.lstrip = part.flag("lstrip", false);
  token.rstrip = part.flag("rstrip", false);
  token.special = part.flag("special", false);
  token.normalized = part.flag("normalized", !token.special);
  return token;
}

AddedToken read_added_token(const Part& part, const PieceVocabulary& vocabulary) {
  AddedToken token = read_token(part);
  token.id = static_cast<int32_t>(part.whole_number("id", 0, INT32_MAX - 1));
  const auto known = vocabulary.find(token.content);
  if (!known) return token;
  const std::string* const there = vocabulary.piece(token.id);
  part.expect(there != nullptr && *there == token.content, " ", in_quotes(token.content), " has the id ",
              token.id, ", the model's vocabulary gives it ", *known, ".");
  token.id = *known;
  return token;
}

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, const Normalizer* normalizer, bool splits_special)
    : tokens_(std::move(tokens)), splits_special_(splits_special) {
  // Where two are written alike after normalization the special one counts, then the first.
  sort_stably(tokens_, [](const AddedToken& a, const AddedToken& b) { return a.special && !b.special; });
  for (size_t i = 0; i < tokens_.size(); ++i) {
    const AddedToken& token = tokens_[i];
    by_id_.try_emplace(token.id, i);
    const bool is_changed = token.normalized && normalizer != nullptr;
    const std::string written =
        is_changed ? normalizer->apply(AlignedText::of(token.content)).text() : token.content;
    Trie& trie = token.normalized ? normalized_ : raw_;
    if (!written.empty() && !trie.find(written)) trie.insert(written, static_cast<int32_t>(i));
    if (!contents_.find(token.content)) contents_.insert(token.content, static_cast<int32_t>(i));
  }
}

std::vector<AddedTokens::Find> AddedTokens::find(std::string_view text, bool normalized) const {
  const Trie& trie = normalized ? normalized_ : raw_;
  std::vector<Find> finds;
  size_t begun = 0;  // of the text that is not in a find yet
  for (size_t at = 0; at < text.size();) {
    const Trie::Match match = trie.longest(Trie::kRoot, text, at);
    if (match.length == 0) {
      ++at;
      continue;
    }
    const AddedToken& token = tokens_[static_cast<size_t>(match.value)];
    size_t first = at, last = at + match.length;
    at = last;
    if (token.special && splits_special_) continue;
    if (token.single_word && is_inside_word(text, first, last)) continue;
    while (token.lstrip && first > begun) {
      const CodePoint c = decode_utf8_before(text, first);
      if (!is_space(c.value)) break;
      first -= static_cast<size_t>(c.length);
    }
    while (token.rstrip && last < text.size()) {
      const CodePoint c = decode_utf8(text, last);
      if (!is_space(c.value)) break;
      last += static_cast<size_t>(c.length);
    }
    if (begun < first) finds.push_back({begun, first, nullptr});
    finds.push_back({first, last, &token});
    begun = at = last;
  }
  if (begun < text.size()) finds.push_back({begun, text.size(), nullptr});
  return finds;
}

const AddedToken* AddedTokens::token(int64_t id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &tokens_[found->second];
}

const AddedToken* AddedTokens::token(std::string_view content) const {
  const auto found = contents_.find(content);
  return found ? &tokens_[static_cast<size_t>(*found)] : nullptr;
}

}  // namespace heed

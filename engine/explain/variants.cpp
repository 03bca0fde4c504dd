#include "engine/explain/variants.h"

#include <algorithm>

namespace heed::explain {
namespace {

void expect_token(const EncodedText& text, int token) {
  check(token >= 0 && static_cast<size_t>(token) < text.ids.size(), "[explain] there is no token ", token,
        ": the text has ", text.ids.size(), ", from 0.");
}

// Words and what is made of them anew, or pieces that are ids and nothing else.
EncodedText made_of(const TextToIds& encoder, const EncodedText& text, const std::vector<TextToken>& tokens,
                    const std::vector<int32_t>& ids, const std::vector<int32_t>& types) {
  if (const auto* words = dynamic_cast<const TextEncoder*>(&encoder)) return words->encode(tokens);
  EncodedText made;
  made.tokens = tokens;
  made.ids = ids;
  made.types = types;
  made.total = text.total;
  return made;
}

// Leaves out the values of the bags for which keep(bag, value's place) is false.
template <class Keep>
void filter(std::vector<int32_t>& values, std::vector<int32_t>& counts, const Keep& keep) {
  std::vector<int32_t> kept;
  size_t at = 0;
  for (size_t bag = 0; bag < counts.size(); ++bag) {
    const size_t end = at + static_cast<size_t>(counts[bag]), before = kept.size();
    for (; at < end; ++at)
      if (keep(bag, at)) kept.push_back(values[at]);
    counts[bag] = static_cast<int32_t>(kept.size() - before);
  }
  values = std::move(kept);
}

}  // namespace

std::vector<int> standing(const EncodedText& text) {
  std::vector<int> places;
  for (size_t n = 0; n < text.tokens.size(); ++n)
    if (text.tokens[n].start < text.tokens[n].end) places.push_back(static_cast<int>(n));
  return places;
}

EncodedText without(const TextToIds& encoder, const EncodedText& text, const std::vector<int>& tokens) {
  std::vector<TextToken> kept;
  std::vector<int32_t> ids, types;
  for (size_t n = 0; n < text.ids.size(); ++n) {
    if (std::find(tokens.begin(), tokens.end(), static_cast<int>(n)) != tokens.end()) continue;
    kept.push_back(text.tokens[n]);
    ids.push_back(text.ids[n]);
    if (!text.types.empty()) types.push_back(text.types[n]);
  }
  return made_of(encoder, text, kept, ids, types);
}

EncodedText hidden(const TextToIds& encoder, const EncodedText& text, int token, int32_t id) {
  expect_token(text, token);
  const auto at = static_cast<size_t>(token);
  EncodedText changed = text;
  changed.ids[at] = id;
  changed.tokens[at].text = encoder.token_of(id);
  changed.tokens[at].known = false;
  filter(changed.pieces, changed.piece_counts, [&](size_t bag, size_t) { return bag != at; });
  if (changed.phrases.empty()) return changed;
  const std::vector<PhrasePlace> places = dynamic_cast<const TextEncoder&>(encoder).phrase_places(text);
  filter(changed.phrases, changed.phrase_counts,
         [&](size_t, size_t i) { return token < places[i].first || token > places[i].last; });
  return changed;
}

EncodedText replaced(const TextToIds& encoder, const EncodedText& text, int token, const std::string& word) {
  expect_token(text, token);
  const EncodedText given = encoder.encode(word);
  const std::vector<int> pieces = standing(given);
  check(!pieces.empty(), "[explain] \"", word, "\" is no word: expected one, or hide the token.");
  const auto at = static_cast<std::ptrdiff_t>(token);
  std::vector<TextToken> tokens = text.tokens;
  std::vector<int32_t> ids = text.ids, types = text.types;
  const TextToken old = tokens[static_cast<size_t>(token)];
  const int32_t type = types.empty() ? 0 : types[static_cast<size_t>(token)];
  tokens.erase(tokens.begin() + at);
  ids.erase(ids.begin() + at);
  if (!types.empty()) types.erase(types.begin() + at);
  for (size_t i = pieces.size(); i-- > 0;) {
    TextToken piece = given.tokens[static_cast<size_t>(pieces[i])];
    piece.start = old.start;
    piece.end = old.end;
    tokens.insert(tokens.begin() + at, piece);
    ids.insert(ids.begin() + at, given.ids[static_cast<size_t>(pieces[i])]);
    if (!types.empty()) types.insert(types.begin() + at, type);
  }
  return made_of(encoder, text, tokens, ids, types);
}

}  // namespace heed::explain

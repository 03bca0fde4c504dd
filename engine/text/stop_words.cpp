#include "engine/text/stop_words.h"

#include <algorithm>

#include "engine/text/unicode.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

std::vector<std::string> split_at_spaces(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// \w of Python's re.
bool is_of_a_word(char32_t c) {
  return c == '_' || is_letter_or_number(c);
}

// \b: just one of the characters on either side is of a word.
bool is_word_boundary(std::string_view text, size_t at) {
  const bool before = at > 0 && is_of_a_word(decode_utf8_before(text, at).value);
  const bool after = at < text.size() && is_of_a_word(decode_utf8(text, at).value);
  return before != after;
}

size_t next_character(std::string_view text, size_t at) {
  return at + static_cast<size_t>(decode_utf8(text, at).length);
}

}  // namespace

const std::vector<std::string>& english_stop_words() {
  static const std::vector<std::string> kWords = split_at_spaces(
      "i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself yourselves "
      "he him his himself she she's her hers herself it it's its itself they them their theirs themselves "
      "what which who whom this that that'll these those am is are was were be been being have has had "
      "having do does did doing a an the and but if or because as until while of at by for with about "
      "against between into through during before after above below to from up down in out on off over "
      "under again further then once here there when where why how all any both each few more most other "
      "some such no nor not only own same so than too very s t can will just don don't should should've now "
      "d ll m o re ve y ain aren aren't couldn couldn't didn didn't doesn doesn't hadn hadn't hasn hasn't "
      "haven haven't isn isn't ma mightn mightn't mustn mustn't needn needn't shan shan't shouldn shouldn't "
      "wasn wasn't weren weren't won won't wouldn wouldn't");
  return kWords;
}

StopWords::StopWords(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    places_.emplace(word, places_.size());
    longest_ = std::max(longest_, word.size());
  }
}

// Where the match that begins at `at` ends, white space behind it included; `at` when there is none. Of
// several words that fit, the first of the list counts, as among the alternatives of a regular expression.
size_t StopWords::match_end(std::string_view text, size_t at) const {
  if (!is_word_boundary(text, at)) return at;
  size_t best = places_.size(), end = at;
  for (size_t last = at; last < text.size() && last - at < longest_;) {
    last = next_character(text, last);
    const auto place = places_.find(std::string(text.substr(at, last - at)));
    if (place == places_.end() || place->second >= best || !is_word_boundary(text, last)) continue;
    best = place->second;
    end = last;
  }
  if (end == at) return at;
  while (end < text.size() && is_white_space(decode_utf8(text, end).value)) end = next_character(text, end);
  return end;
}

AlignedText StopWords::operator()(const AlignedText& from) const {
  AlignedText out;
  const std::string& text = from.text();
  for (size_t at = 0; at < text.size();) {
    const size_t end = match_end(text, at);
    const size_t next = next_character(text, at);
    if (end == at) out.append(from, at, next);
    at = end == at ? next : end;
  }
  return out;
}

}  // namespace heed

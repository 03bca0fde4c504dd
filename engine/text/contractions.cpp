#include "engine/text/contractions.h"

#include <algorithm>

namespace heed {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// Letters beyond ASCII count as parts of words: "café's".
bool in_word(char c) {
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || static_cast<signed char>(c) < 0;
}

// Bytes of an apostrophe that stands there; 0: none does.
size_t apostrophe(std::string_view text, size_t at) {
  constexpr std::string_view kTypographic = "\u2019";
  if (at < text.size() && text[at] == '\'') return 1;
  return text.substr(at, kTypographic.size()) == kTypographic ? kTypographic.size() : 0;
}

// Bytes of `word` where it stands there, in capital letters or not, with either apostrophe; 0: it does not.
size_t matched(std::string_view text, size_t at, std::string_view word) {
  size_t end = at;
  for (char c : word) {
    const size_t length = c == '\''                                    ? apostrophe(text, end)
                          : end < text.size() && lower(text[end]) == c ? 1
                                                                       : 0;
    if (length == 0) return 0;
    end += length;
  }
  return end - at;
}

// Whether what begins there, inside of a word, is a word of its own: "n't", "'s", or the "not" of "cannot".
bool is_cut_off(std::string_view text, size_t at) {
  constexpr std::string_view kCutOff[] = {"n't", "'s", "'m", "'d", "'re", "'ve", "'ll", "not"};
  for (std::string_view word : kCutOff) {
    const size_t end = at + matched(text, at, word);
    const bool ends = end == text.size() || !in_word(text[end]) || apostrophe(text, end) > 0;
    if (end == at || !(ends || is_cut_off(text, end))) continue;
    const bool after_can =
        at >= 3 && matched(text, at - 3, "can") == 3 && (at == 3 || !in_word(text[at - 4]));
    if (word != "not" || after_can) return true;
  }
  return false;
}

// The apostrophe of a contraction, which may be ’.
bool in_contraction(std::string_view text, size_t at) {
  const bool after_n = at > 0 && lower(text[at - 1]) == 'n';
  return is_cut_off(text, at) || (after_n && is_cut_off(text, at - 1));
}

}  // namespace

AlignedText cut_contractions(const AlignedText& from) {
  const std::string_view text = from.text();
  AlignedText out;
  for (size_t at = 0; at < text.size();) {
    const int64_t start = from.original(at, at + 1).start;
    if (at > 0 && in_word(text[at - 1]) && is_cut_off(text, at)) out.append(" ", {start, start});
    const size_t mark = apostrophe(text, at);
    const size_t next = at + std::max<size_t>(mark, 1);
    if (mark > 0 && in_contraction(text, at))
      out.append("'", from.original(at, next));
    else
      out.append(from, at, next);
    at = next;
  }
  return out;
}

}  // namespace heed

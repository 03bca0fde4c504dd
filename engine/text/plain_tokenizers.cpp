#include "engine/text/plain_tokenizers.h"

#include "engine/text/token_builder.h"
#include "engine/text/unicode.h"

namespace heed {
namespace {

bool is_apostrophe(char32_t c) {
  return c == '\'' || c == 0x2019;
}

// Byte after the apostrophe at `at` when a letter or a digit follows it: then both sides are one word. Else
// `at`.
size_t after_inner_apostrophe(std::string_view text, size_t at) {
  const CodePoint mark = decode_utf8(text, at);
  const size_t next = at + mark.length;
  const bool joins =
      is_apostrophe(mark.value) && next < text.size() && is_letter_or_number(decode_utf8(text, next).value);
  return joins ? next : at;
}

}  // namespace

std::vector<TextToken> Whitespace::split(std::string_view text) const {
  TokenBuilder tokens;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    if (is_white_space(c.value))
      tokens.close();
    else
      tokens.extend(at, c);
    at += c.length;
  }
  return tokens.take();
}

std::vector<TextToken> Words::split(std::string_view text) const {
  TokenBuilder tokens;
  bool in_word = false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    const bool is_of_a_word = is_letter_or_number(c.value);
    const bool goes_on =
        is_mark(c.value) || (in_word && (is_of_a_word || after_inner_apostrophe(text, at) > at));
    const bool is_space = is_white_space(c.value);
    if (!goes_on) {
      tokens.close();
      in_word = is_of_a_word;
    }
    if (!is_space) tokens.extend(at, c);
    at += c.length;
  }
  return tokens.take();
}

std::vector<TextToken> Characters::split(std::string_view text) const {
  TokenBuilder tokens;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    if (!is_white_space(c.value)) tokens.add_alone(at, c);
    at += c.length;
  }
  return tokens.take();
}

}  // namespace heed

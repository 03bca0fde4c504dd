#include "engine/text/basic_english.h"

#include "engine/text/token_builder.h"
#include "engine/text/unicode.h"

namespace heed {
namespace {

// torchtext lower-cases, then applies these replacements to the whole text, one after the other:
//   ' -> " '  "    " -> nothing    . -> " . "    <br /> -> space    , ( ) ! ? -> with a space on either side
//   ; : -> space   and then splits at white space.
// Only one of them can meet what another left behind: <br /> is looked for when quotation marks are gone. So
// one pass does the same.
enum class Role { kText, kSpace, kAlone, kDropped };

Role role_of(char32_t c) {
  switch (c) {
    case '"':
      return Role::kDropped;
    case '\'':
    case '.':
    case ',':
    case '(':
    case ')':
    case '!':
    case '?':
      return Role::kAlone;
    case ';':
    case ':':
      return Role::kSpace;
    default:
      return is_white_space(c) ? Role::kSpace : Role::kText;
  }
}

// The bytes of "<br />" at `at`, in any case and with quotation marks anywhere inside; 0 when it is not
// there.
size_t line_break_length(std::string_view text, size_t at) {
  constexpr std::string_view kLineBreak = "<br />";
  size_t matched = 0;
  for (size_t i = at; i < text.size(); ++i) {
    if (text[i] == '"') continue;
    const char lower = text[i] == 'B' || text[i] == 'R' ? static_cast<char>(text[i] + 32) : text[i];
    if (lower != kLineBreak[matched]) return 0;
    if (++matched == kLineBreak.size()) return i + 1 - at;
  }
  return 0;
}

}  // namespace

std::vector<TextToken> BasicEnglish::split(std::string_view text) const {
  TokenBuilder tokens;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '<') {
      if (const size_t length = line_break_length(text, at)) {
        tokens.close();
        at += length;
        continue;
      }
    }
    const CodePoint c = decode_utf8(text, at);
    switch (role_of(c.value)) {
      case Role::kText:
        append_lower(tokens.extend(at, c.length), text, at, c);
        break;
      case Role::kSpace:
        tokens.close();
        break;
      case Role::kAlone:
        tokens.add_alone(at, c);
        break;
      case Role::kDropped:
        break;
    }
    at += c.length;
  }
  return tokens.take();
}

}  // namespace heed

#include "engine/data/web_markup.h"

#include <utf8.h>

#include <iterator>

#include "engine/data/html_entities.h"

namespace heed {
namespace {

constexpr size_t kLongestEntity = 10;  // "#x0010ffff"

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_letter_or_digit(char c) {
  return is_letter(c) || (c >= '0' && c <= '9');
}

// HTML reads these numbers as Windows-1252; as Unicode they would be control characters.
char32_t windows_1252(char32_t code) {
  if (code < 128 || code > 159) return code;
  if (code == 145 || code == 146) return U'\'';
  if (code == 147 || code == 148) return U'"';
  return code == 150 || code == 151 ? U'-' : U' ';
}

// Bytes of an entity that begins there, "&quot;" or "quot;", and its character in `code`; 0: none does. One
// without an ampersand does not begin inside of a word ("gt;" of "weight;").
size_t entity_at(std::string_view text, size_t at, char32_t& code) {
  const size_t name = at + (text[at] == '&' ? 1 : 0);
  if (name == at && text[at] != '#' && at > 0 && is_letter_or_digit(text[at - 1])) return 0;
  const size_t length = text.substr(name, kLongestEntity + 1).find(';');
  if (length == std::string_view::npos) return 0;
  const auto found = html_entity(text.substr(name, length));
  if (!found) return 0;
  code = windows_1252(*found);
  return name + length + 1 - at;
}

std::string decoded(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    char32_t code = 0;
    const size_t length = entity_at(text, at, code);
    if (length > 0)
      utf8::append(code, std::back_inserter(result));
    else
      result += text[at];
    at += length > 0 ? length : 1;
  }
  return result;
}

// Bytes of a tag that begins there: "<b>", "</b>", "<br />", "<a href=…>"; 0: none does.
size_t tag_at(std::string_view text, size_t at) {
  if (text[at] != '<') return 0;
  size_t end = at + 1;
  if (end < text.size() && text[end] == '/') ++end;
  if (end >= text.size() || !is_letter(text[end])) return 0;
  while (end < text.size() && is_letter_or_digit(text[end])) ++end;
  if (end < text.size() && text[end] != '>' && text[end] != '/' && text[end] != ' ') return 0;
  end = text.find_first_of("<>", end);
  return end != std::string_view::npos && text[end] == '>' ? end + 1 - at : 0;
}

}  // namespace

std::string without_web_markup(std::string_view text) {
  const std::string plain = decoded(text);
  std::string result;
  for (size_t at = 0; at < plain.size();) {
    const size_t tag = plain[at] == '\\' ? 1 : tag_at(plain, at);
    result += tag > 0 ? ' ' : plain[at];
    at += tag > 0 ? tag : 1;
  }
  return result;
}

}  // namespace heed

#include "engine/data/html_entities.h"

#include <utf8.h>

#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace heed {
namespace {

constexpr std::pair<std::string_view, uint32_t> kNamed[] = {{"quot", '"'}, {"amp", '&'},   {"lt", '<'},
                                                            {"gt", '>'},   {"apos", '\''}, {"nbsp", 0xa0}};
constexpr size_t kLongest = 10;  // "#x0010ffff"
constexpr uint32_t kReplacement = 0xfffd;

bool is_character(uint32_t code) {
  return code != 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

std::optional<uint32_t> digit_of(char c, uint32_t base) {
  uint32_t digit = base;
  if (c >= '0' && c <= '9')
    digit = static_cast<uint32_t>(c - '0');
  else if (c >= 'a' && c <= 'f')
    digit = static_cast<uint32_t>(c - 'a' + 10);
  else if (c >= 'A' && c <= 'F')
    digit = static_cast<uint32_t>(c - 'A' + 10);
  return digit < base ? std::optional(digit) : std::nullopt;
}

// "#39" or "#x27". At most ten digits come here, so the sum fits into 64 bits.
std::optional<uint32_t> numbered(std::string_view name) {
  bool hexadecimal = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
  std::string_view digits = name.substr(hexadecimal ? 2 : 1);
  if (digits.empty()) return std::nullopt;
  uint64_t code = 0;
  uint32_t base = hexadecimal ? 16 : 10;
  for (char c : digits) {
    std::optional<uint32_t> digit = digit_of(c, base);
    if (!digit) return std::nullopt;
    code = code * base + *digit;
  }
  return code <= 0x10ffff && is_character(static_cast<uint32_t>(code)) ? static_cast<uint32_t>(code)
                                                                       : kReplacement;
}

}  // namespace

std::optional<char32_t> html_entity(std::string_view name) {
  if (!name.empty() && name[0] == '#') return numbered(name);
  for (const auto& [known, code] : kNamed)
    if (name == known) return code;
  return std::nullopt;
}

std::string decode_html_entities(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    std::string_view rest = text.substr(at + 1, kLongest + 1);
    size_t end = text[at] == '&' ? rest.find(';') : std::string_view::npos;
    std::optional<char32_t> code =
        end == std::string_view::npos ? std::nullopt : html_entity(rest.substr(0, end));
    if (code)
      utf8::append(*code, std::back_inserter(decoded));
    else
      decoded += text[at];
    at += code ? end + 2 : 1;
  }
  return decoded;
}

}  // namespace heed

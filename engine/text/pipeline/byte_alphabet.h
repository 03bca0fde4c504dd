// GPT-2's alphabet of bytes: 256 characters that can be seen and are no white space. Bytes that print in
// Latin-1 stand for themselves, the others, in their order, are U+0100 and on ("Ġ" is the blank, "Ċ" the line
// break).
#pragma once

#include <optional>
#include <string_view>

namespace heed {

std::string_view character_of_byte(char byte);  // UTF-8
std::optional<char> byte_of_character(char32_t c);

}  // namespace heed

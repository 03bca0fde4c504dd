// What tokenizers ask of Unicode. The tables are generated from the Unicode Character Database (unicode/).
#pragma once

#include <string>
#include <string_view>

#include "engine/text/unicode/tables.h"
#include "engine/text/utf8.h"

namespace heed {

// White_Space and the separators U+001C to U+001F: what Python's str.split(), str.isspace() and \s take.
bool is_white_space(char32_t c);

// Moves `first` and `last` over the white space at both ends of [first, last).
void trim_white_space(std::string_view text, size_t& first, size_t& last);

bool is_letter_or_number(char32_t c);  // general categories L* and N*

// The property that word boundaries are made of (word_breaks.h).
unicode::WordBreak word_break(char32_t c);
bool is_pictographic(char32_t c);  // Extended_Pictographic: emoji and their kin

// Appends the full lower case of the code point `c` found at byte `at` of `text`, as Python's str.lower() and
// JavaScript's toLowerCase() do: one code point for one, but for U+0130 (two) and for the capital sigma,
// which becomes the final one at the end of a word (Final_Sigma in SpecialCasing.txt) and therefore needs the
// text.
void append_lower(std::string& out, std::string_view text, size_t at, CodePoint c);

std::string to_lower(std::string_view text);

}  // namespace heed

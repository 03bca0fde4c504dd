// What tokenizers of other makers ask of a character (unicode.h has what Heed's own ask).
#pragma once

#include "engine/text/unicode/normal_tables.h"

namespace heed {

using unicode::Category;

Category category(char32_t c);              // General_Category
unsigned char combining_class(char32_t c);  // Canonical_Combining_Class

inline bool is_between(Category c, Category first, Category last) {
  return c >= first && c <= last;
}
bool is_letter(char32_t c);      // L*
bool is_number(char32_t c);      // N*
bool is_mark(char32_t c);        // M*
bool is_nonspacing(char32_t c);  // Mn
bool is_control(char32_t c);     // Cc, Cf, Cs, Co: C* without what is not assigned
bool is_space(char32_t c);       // White_Space, without U+001C to U+001F
bool is_word(char32_t c);        // \w: letters, marks, decimal digits, connectors, joiners

// What BERT cuts off: P*, and every sign of ASCII that is no letter or digit ($, +, <, ^, `, |, ~ and = are
// symbols to Unicode).
bool is_bert_punctuation(char32_t c);

}  // namespace heed

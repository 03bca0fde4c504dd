#include "engine/text/character_classes.h"

#include "engine/text/unicode.h"
#include "engine/text/unicode/packed.h"

namespace heed {

using unicode::CodePointMap;

Category category(char32_t c) {
  static const CodePointMap map(unicode::kCategories);
  return static_cast<Category>(map.value(c));
}

unsigned char combining_class(char32_t c) {
  if (c < 0x300) return 0;
  static const CodePointMap map(unicode::kCombiningClasses);
  return map.value(c);
}

bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_between(category(c), Category::kLu, Category::kLo);
}

bool is_number(char32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9';
  return is_between(category(c), Category::kNd, Category::kNo);
}

bool is_mark(char32_t c) {
  return c >= 0x300 && is_between(category(c), Category::kMn, Category::kMe);
}

bool is_nonspacing(char32_t c) {
  return c >= 0x300 && category(c) == Category::kMn;
}

bool is_control(char32_t c) {
  if (c < 0x80) return c < 0x20 || c == 0x7F;
  return is_between(category(c), Category::kCc, Category::kCo);
}

bool is_space(char32_t c) {
  return is_white_space(c) && !(c >= 0x1C && c <= 0x1F);
}

bool is_word(char32_t c) {
  if (c < 0x80) return is_letter(c) || is_number(c) || c == '_';
  static const unicode::CodePointSet set(unicode::kWordCharacters);
  return set.contains(c);
}

bool is_bert_punctuation(char32_t c) {
  if (c < 0x80) return c > 0x20 && c < 0x7F && !is_letter(c) && !is_number(c);
  return is_between(category(c), Category::kPc, Category::kPo);
}

}  // namespace heed

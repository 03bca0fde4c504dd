#include "engine/text/unicode.h"

#include <algorithm>

#include "engine/text/unicode/packed.h"
#include "engine/text/unicode/tables.h"

namespace heed {
namespace {

using unicode::CodePointMap;
using unicode::CodePointSet;

constexpr char32_t kCapitalSigma = 0x3A3, kSmallSigma = 0x3C3, kSmallFinalSigma = 0x3C2;
constexpr char32_t kCapitalIWithDot = 0x130, kCombiningDotAbove = 0x307;

char32_t simple_lower(char32_t c) {
  using unicode::LowerRun;
  const LowerRun* const begin = unicode::kLowerRuns;
  const LowerRun* const end = begin + unicode::kLowerRunCount;
  // No run begins inside another, so only the last that begins at or before c can hold it.
  const LowerRun* run =
      std::upper_bound(begin, end, c, [](char32_t value, const LowerRun& r) { return value < r.first; });
  if (run == begin) return c;
  --run;
  const char32_t distance = c - run->first;
  const bool is_in_run = distance % run->stride == 0 && distance / run->stride < run->count;
  return is_in_run ? static_cast<char32_t>(static_cast<int32_t>(c) + run->delta) : c;
}

bool is_cased(char32_t c) {
  static const CodePointSet set(unicode::kCased);
  return set.contains(c);
}

bool is_case_ignorable(char32_t c) {
  static const CodePointSet set(unicode::kCaseIgnorable);
  return set.contains(c);
}

// Final_Sigma: a cased letter stands before, none after, case-ignorable characters between not counted.
bool is_final_sigma(std::string_view text, size_t start, size_t end) {
  char32_t before = 0;
  for (size_t at = start; at > 0;) {
    const CodePoint c = decode_utf8_before(text, at);
    at -= c.length;
    before = c.value;
    if (!is_case_ignorable(before)) break;
  }
  if (is_case_ignorable(before) || !is_cased(before)) return false;
  for (size_t at = end; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    at += c.length;
    if (!is_case_ignorable(c.value)) return !is_cased(c.value);
  }
  return true;
}

}  // namespace

bool is_white_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 0x9 && c <= 0xD) || (c >= 0x1C && c <= 0x1F);
  if (c < 0x1680) return c == 0x85 || c == 0xA0;
  return c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

void trim_white_space(std::string_view text, size_t& first, size_t& last) {
  while (first < last) {
    const CodePoint c = decode_utf8(text, first);
    if (!is_white_space(c.value)) break;
    first += static_cast<size_t>(c.length);
  }
  while (last > first) {
    const CodePoint c = decode_utf8_before(text, last);
    if (!is_white_space(c.value)) break;
    last -= static_cast<size_t>(c.length);
  }
}

bool is_letter_or_number(char32_t c) {
  if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  static const CodePointSet set(unicode::kLetterOrNumber);
  return set.contains(c);
}

unicode::WordBreak word_break(char32_t c) {
  static const CodePointMap map(unicode::kWordBreaks);
  return static_cast<unicode::WordBreak>(map.value(c));
}

bool is_pictographic(char32_t c) {
  if (c < 0xA9) return false;
  static const CodePointSet set(unicode::kPictographic);
  return set.contains(c);
}

void append_lower(std::string& out, std::string_view text, size_t at, CodePoint c) {
  if (c.value < 0x80) {
    out.push_back(static_cast<char>(c.value >= 'A' && c.value <= 'Z' ? c.value + 32 : c.value));
  } else if (c.value == kCapitalSigma) {
    append_utf8(out, is_final_sigma(text, at, at + c.length) ? kSmallFinalSigma : kSmallSigma);
  } else if (c.value == kCapitalIWithDot) {
    out.push_back('i');
    append_utf8(out, kCombiningDotAbove);
  } else {
    append_utf8(out, simple_lower(c.value));
  }
}

std::string to_lower(std::string_view text) {
  std::string lower;
  lower.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    append_lower(lower, text, at, c);
    at += c.length;
  }
  return lower;
}

}  // namespace heed

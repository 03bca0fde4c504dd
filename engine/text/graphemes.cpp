#include "engine/text/graphemes.h"

#include "engine/text/unicode.h"
#include "engine/text/unicode/normal_tables.h"
#include "engine/text/unicode/packed.h"

namespace heed {
namespace {

using Break = unicode::GraphemeBreak;

Break grapheme_break(char32_t c) {
  constexpr char32_t kFirstSyllable = 0xAC00, kSyllables = 11172, kTs = 28;
  if (c - kFirstSyllable < kSyllables) return (c - kFirstSyllable) % kTs == 0 ? Break::kLV : Break::kLVT;
  static const unicode::CodePointMap map(unicode::kGraphemeBreaks);
  return static_cast<Break>(map.value(c));
}

bool is_control_break(Break b) {
  return b == Break::kControl || b == Break::kCR || b == Break::kLF;
}

bool joins_hangul(Break before, Break after) {  // GB6 to GB8
  if (before == Break::kL)
    return after == Break::kL || after == Break::kV || after == Break::kLV || after == Break::kLVT;
  if (before == Break::kLV || before == Break::kV) return after == Break::kV || after == Break::kT;
  return (before == Break::kLVT || before == Break::kT) && after == Break::kT;
}

}  // namespace

size_t grapheme_end(std::string_view text, size_t at) {
  const CodePoint first = decode_utf8(text, at);
  Break before = grapheme_break(first.value);
  bool is_picture = is_pictographic(first.value);  // Extend* may follow
  bool joins_picture = false;                      // and then ZWJ
  bool is_half_flag = before == Break::kRegionalIndicator;
  for (at += static_cast<size_t>(first.length); at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    const Break after = grapheme_break(c.value);
    if (before == Break::kCR && after == Break::kLF) return at + 1;      // GB3
    if (is_control_break(before) || is_control_break(after)) return at;  // GB4, GB5
    const bool extends = after == Break::kExtend || after == Break::kZWJ || after == Break::kSpacingMark;
    const bool is_flag = is_half_flag && after == Break::kRegionalIndicator;  // GB12, GB13
    const bool next_picture = is_pictographic(c.value);
    const bool is_joined = joins_picture && next_picture;  // GB11
    if (!extends && !is_flag && !is_joined && before != Break::kPrepend && !joins_hangul(before, after))
      return at;
    joins_picture = is_picture && after == Break::kZWJ;
    is_picture = next_picture || (is_picture && (after == Break::kExtend || after == Break::kZWJ));
    is_half_flag = after == Break::kRegionalIndicator && !is_flag;
    before = after;
    at += static_cast<size_t>(c.length);
  }
  return at;
}

}  // namespace heed

#include "engine/text/unicode.h"

#include "tests/engine/catch.h"
#include "tests/engine/text/random_text.h"

using heed::is_letter_or_number;
using heed::is_white_space;
using heed::to_lower;

TEST_CASE("white space is what Python's str.split() takes", "[text][unicode]") {
  // [chr(c) for c in range(0x110000) if chr(c).isspace()]
  const std::u32string spaces =
      U"\t\n\v\f\r\x1c\x1d\x1e\x1f "
      U"\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
      U"\u200a\u2028\u2029\u202f\u205f\u3000";
  std::u32string found;
  for (char32_t c = 0; c < 0x110000; ++c)
    if (is_white_space(c)) found.push_back(c);
  CHECK(found == spaces);
}

TEST_CASE("letters and numbers", "[text][unicode]") {
  const std::u32string inside = U"aZ09éßİΣжאعहあ中²½Ⅷ٣ªʰ\U00010400\U0001E900\U0002A6DF";
  for (const char32_t c : inside) CHECK(is_letter_or_number(c));
  const std::u32string outside = U" _-'’.,!\u0301\u200d\uFE0F😀€©\uFFFD\U0010FFFF";
  for (const char32_t c : outside) CHECK_FALSE(is_letter_or_number(c));
}

TEST_CASE("word breaks and pictographs", "[text][unicode]") {
  using heed::unicode::WordBreak;
  CHECK(heed::word_break('a') == WordBreak::kALetter);
  CHECK(heed::word_break('\r') == WordBreak::kCR);
  CHECK(heed::word_break(0x5D0) == WordBreak::kHebrewLetter);
  CHECK(heed::word_break(0x1F1E9) == WordBreak::kRegionalIndicator);
  CHECK(heed::word_break(0xE0100) == WordBreak::kExtend);
  CHECK(heed::word_break(0x4F60) == WordBreak::kOther);
  CHECK(heed::word_break(0x10FFFF) == WordBreak::kOther);
  for (const char32_t c : {0xA9, 0x2139, 0x1F600, 0x1F468}) CHECK(heed::is_pictographic(c));
  for (const char32_t c : {0x23, 0x41, 0x1F1E9, 0x10FFFF}) CHECK_FALSE(heed::is_pictographic(c));
}

TEST_CASE("lower-casing is that of Python's str.lower()", "[text][unicode]") {
  CHECK(to_lower("Hello, WORLD 42!") == "hello, world 42!");
  CHECK(to_lower("ÉCOLE ÀÞ× Ÿ ŽŠ Ж Ω") == "école àþ× ÿ žš ж ω");
  CHECK(to_lower("ǅǆǄ ẞ K Å Ω") == "ǆǆǆ ß k å ω");
  CHECK(to_lower("Ꭰ Ა Ⴀ Ɱ 𐐀 𞤀 Ａ Ⅷ Ⓐ") == "ꭰ ა ⴀ ɱ 𐐨 𞤢 ａ ⅷ ⓐ");
  CHECK(to_lower("İstanbul I ı") == "i\u0307stanbul i ı");
  CHECK(to_lower("ß ŉ ﬁ 中 😀") == "ß ŉ ﬁ 中 😀");
  CHECK(to_lower("A\xFF\xC3") == "a\uFFFD\uFFFD");
}

TEST_CASE("a capital sigma at the end of a word is a final one", "[text][unicode]") {
  CHECK(to_lower("ΟΔΟΣ ΣΑΣ Σ") == "οδος σας σ");
  CHECK(to_lower("ΑΣΑ ΑΣ. ΑΣ'Α ΑΣ:Α") == "ασα ας. ασ'α ασ:α");  // ' and : are case-ignorable, . too
  CHECK(to_lower("ΑΣ\u00ad\u0301 .Σ ʰΣ Αʰ'Σ") == "ας\u00ad\u0301 .σ ʰσ αʰ'ς");
  CHECK(to_lower("1Σ a1Σ \xFFΣ A\xFFΣ") == "1σ a1σ \uFFFDσ a\uFFFDσ");
  CHECK(to_lower("ΣΣΣ") == "σσς");
}

TEST_CASE("lower-casing twice changes nothing", "[text][unicode]") {
  heed::test::RandomText random(2);
  for (int i = 0; i < 1000; ++i) {
    const std::string once = to_lower(random.pieces(20, true));
    CHECK(to_lower(once) == once);
  }
}

TEST_CASE("lower-casing a megabyte of sigmas takes no longer than any megabyte", "[text][unicode]") {
  std::string text = "Α";
  for (int i = 0; i < 100000; ++i) text += "':.Σ";
  CHECK(to_lower(text).size() == text.size());
}

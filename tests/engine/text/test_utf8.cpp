#include "engine/text/utf8.h"

#include "tests/engine/catch.h"
#include "tests/engine/text/random_text.h"

namespace {

// Every code point in turn, U+FFFD for what is not UTF-8.
std::u32string decode_all(std::string_view text) {
  std::u32string all;
  for (size_t at = 0; at < text.size();) {
    const heed::CodePoint c = heed::decode_utf8(text, at);
    REQUIRE(c.length > 0);
    REQUIRE(at + c.length <= text.size());
    all.push_back(c.value);
    at += c.length;
  }
  return all;
}

}  // namespace

TEST_CASE("every code point is encoded and decoded again", "[text][utf8]") {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c == 0xD800) c = 0xE000;
    std::string text;
    heed::append_utf8(text, c);
    const heed::CodePoint back = heed::decode_utf8(text, 0);
    const heed::CodePoint before = heed::decode_utf8_before("x" + text, text.size() + 1);
    const bool same = back.value == c && back.length == static_cast<int>(text.size()) && before.value == c &&
                      before.length == back.length;
    if (!same) FAIL("U+" << std::hex << static_cast<uint32_t>(c));
  }
}

TEST_CASE("what is no code point is encoded as U+FFFD", "[text][utf8]") {
  for (const char32_t c : {0xD800, 0xDFFF, 0x110000, 0x7FFFFFFF}) {
    std::string text;
    heed::append_utf8(text, c);
    CHECK(text == "\uFFFD");
  }
}

TEST_CASE("invalid bytes become one U+FFFD for each maximal subpart", "[text][utf8]") {
  // The examples of Unicode 15, section 3.9, tables 3-8 to 3-11, and the ends of texts.
  CHECK(decode_all("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41") ==
        U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA");
  CHECK(decode_all("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41") ==
        U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA");
  CHECK(decode_all("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42") ==
        U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA\uFFFD\uFFFDB");
  CHECK(decode_all("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41") == U"\uFFFD\uFFFD\uFFFD\uFFFDA");
  CHECK(decode_all("a\xE2\x82") == U"a\uFFFD");
  CHECK(decode_all("\xF0\x9F\x98") == U"\uFFFD");
}

TEST_CASE("reading backwards finds the same code points", "[text][utf8]") {
  heed::test::RandomText random(1);
  for (int i = 0; i < 500; ++i) {
    const std::string text = random.pieces(12);
    const std::u32string forward = decode_all(text);
    std::u32string backward;
    for (size_t at = text.size(); at > 0;) {
      const heed::CodePoint c = heed::decode_utf8_before(text, at);
      backward.insert(backward.begin(), c.value);
      at -= c.length;
    }
    CHECK(backward == forward);
  }
  CHECK(heed::decode_utf8_before("a\xE2\x82", 3).value == heed::kReplacementCharacter);
  CHECK(heed::decode_utf8_before("\xBF\xBF\xBF\xBF\xBF", 5).length == 1);
}

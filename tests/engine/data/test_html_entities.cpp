#include "engine/data/html_entities.h"

#include "engine/base/random.h"
#include "tests/engine/catch.h"

using heed::decode_html_entities;

TEST_CASE("entities are decoded once", "[html]") {
  CHECK(decode_html_entities("&quot;Tom &amp; Jerry&quot; &lt;3 &gt; it&apos;s&nbsp;") ==
        "\"Tom & Jerry\" <3 > it's\u00a0");
  CHECK(decode_html_entities("&#39;&#x27;&#X1F600;&#233;") == "''😀é");
  CHECK(decode_html_entities("&amp;lt;") == "&lt;");
  CHECK(decode_html_entities("&&amp;&") == "&&&");
}

TEST_CASE("what is no entity stays", "[html]") {
  for (const char* text : {"", "&", "AT&T", "a & b;", "&unknown;", "&#;", "&#x;", "&#xg1;", "&#12a;",
                           "& amp;", "&quot", "&#00000000000039;", " #36;10 million"})
    CHECK(decode_html_entities(text) == text);
}

TEST_CASE("numbers that are no character become U+FFFD", "[html]") {
  for (const char* text : {"&#0;", "&#xD800;", "&#xDFFF;", "&#x110000;", "&#999999999;", "&#xFFFFFFFF;"})
    CHECK(decode_html_entities(text) == "\ufffd");
}

TEST_CASE("decoding never makes a text longer than its bytes allow", "[html]") {
  const std::string alphabet = "&&&#x;;quotampl1239aF\xff ";
  heed::Random random(3);
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (uint64_t n = random.below(30); n > 0; --n) text += alphabet[random.below(alphabet.size())];
    CHECK(decode_html_entities(text).size() <= text.size());
  }
}

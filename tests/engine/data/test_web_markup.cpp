#include "engine/data/web_markup.h"

#include "engine/base/random.h"
#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("What web pages left in a text is cleared away", "[data]") {
  CHECK(without_web_markup("the women #39;s marathon") == "the women 's marathon");
  CHECK(without_web_markup("&lt;b&gt;Bold&lt;/b&gt; &quot;one&quot; quot;two quot;") ==
        " Bold  \"one\" \"two \"");
  CHECK(without_web_markup("Apple &lt;AAPL.O&gt; #36;10 AT amp;T") == "Apple <AAPL.O> $10 AT &T");
  CHECK(without_web_markup("&lt;A HREF=\"http://x.com/\"&gt;here&lt;/A&gt;<br />now") == " here  now");
  CHECK(without_web_markup("a second\\team") == "a second team");
  CHECK(without_web_markup("bank #151; it #146;s &#147;so #148;#133;") == "bank - it 's \"so \" ");
}

TEST_CASE("What is no markup stays", "[data]") {
  for (const char* same : {"", "3 < 4 > 2", "a <- b", "weight; alt;", "#39", "#x;", "R&D; x", "<", "</", "<b",
                           "<b <i", "ünïcode", "1 <2>", "<a.b>"})
    CHECK(without_web_markup(same) == same);
}

TEST_CASE("Any bytes can be cleared, and become no longer", "[data]") {
  Random random(3);
  const std::vector<std::string> pieces = {"&",  "#",    "39", ";", "quot", "<", ">", "/", "b",
                                           "\\", "\xFF", " ",  "x", "151",  "9", "=", "lt"};
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (size_t n = random.below(14); n > 0; --n) text += pieces[random.below(pieces.size())];
    const std::string clean = without_web_markup(text);
    CHECK(clean.size() <= text.size());
    CHECK(clean.find('\\') == std::string::npos);
  }
}

#include "engine/text/preprocessing.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/random.h"
#include "engine/text/stop_words.h"
#include "engine/text/tokenizer.h"
#include "engine/text/unicode.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/text/random_text.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;
using nlohmann::json;
using StepTexts = std::vector<Preprocessing::StepText>;

namespace {

Preprocessing lesson() {
  return Preprocessing::read({"lower_case",
                              {{"name", "stop_words"}, {"list", "english"}},
                              "parentheses",
                              "punctuation_spacing",
                              "non_alphanumerics",
                              "double_spaces",
                              "strip"},
                             "recipe");
}

std::string after(const json& steps, const std::string& text) {
  return Preprocessing::read(steps, "recipe").apply(text).text();
}

struct Placed {
  std::string token, original;
};

std::vector<Placed> placed(const Preprocessing& preprocessing, const std::string& text) {
  const AlignedText aligned = preprocessing.apply(text);
  std::vector<TextToken> tokens = make_tokenizer("whitespace")->split(aligned.text());
  move_to_original(tokens, aligned);
  std::vector<Placed> result;
  for (const TextToken& token : tokens)
    result.push_back({token.text, text.substr(static_cast<size_t>(token.start),
                                              static_cast<size_t>(token.end - token.start))});
  return result;
}

}  // namespace

TEST_CASE("the lesson's sentence", "[text][preprocessing]") {
  StepTexts texts;
  CHECK(lesson().apply("Great week for the NYSE!", &texts).text() == "great week nyse");
  REQUIRE(texts.size() == 7);
  CHECK(texts[0].step == "lower_case");
  CHECK(texts[1].text == "great week nyse!");
  CHECK(texts[3].text == "great week nyse ! ");
  CHECK(texts[6].step == "strip");
}

// The fixture was made by Python's re.
TEST_CASE("every step is what the lesson's regular expression makes", "[text][preprocessing]") {
  std::ifstream file(test::fixture_path("text/preprocess_cases.json"));
  const json fixture = json::parse(file);
  const Preprocessing preprocessing = lesson();
  for (const json& one : fixture["cases"]) {
    StepTexts texts;
    preprocessing.apply(one["input"].get<std::string>(), &texts);
    INFO(one["input"]);
    for (size_t i = 0; i < texts.size(); ++i) CHECK(texts[i].text == one["steps"][i].get<std::string>());
  }
}

TEST_CASE("tokens are found again in what was typed", "[text][preprocessing]") {
  std::string found;
  for (const Placed& p : placed(lesson(), "The “NYSE” (AP) don't rise 3.5%, Müller-Lüdenscheid"))
    found += p.token + "=" + p.original + " ";
  CHECK(found == "nyse=NYSE rise=rise 3=3 5=5 m=M ller=ller l=L denscheid=denscheid ");
  // What was dropped inside a word lies within the token.
  const auto joined = placed(Preprocessing::read({"parentheses"}, "recipe"), "re(-)open");
  REQUIRE(joined.size() == 1);
  CHECK(joined[0].token == "reopen");
  CHECK(joined[0].original == "re(-)open");
}

TEST_CASE("offsets are ordered and inside of any text", "[text][preprocessing]") {
  test::RandomText random(11);
  const Preprocessing preprocessing = lesson();
  for (int i = 0; i < 3000; ++i) {
    const std::string text = random.pieces(24, true);
    const AlignedText aligned = preprocessing.apply(text);
    int64_t last = 0;
    for (size_t byte = 0; byte < aligned.size(); ++byte) {
      const auto [start, end] = aligned.original(byte, byte + 1);
      REQUIRE(start >= last);
      REQUIRE(end >= start);
      REQUIRE(end <= static_cast<int64_t>(text.size()));
      last = start;
    }
    for (const Placed& p : placed(preprocessing, text))
      CHECK(to_lower(p.original).substr(0, 1) == p.token.substr(0, 1));
  }
}

TEST_CASE("steps work alone, in any order, and with words of one's own", "[text][preprocessing]") {
  CHECK(after({"lower_case"}, "ΟΔΟΣ İ") == "οδος i\u0307");
  CHECK(after({"double_spaces", "strip"}, "  a \t  b ") == "a \t b");
  CHECK(after({"strip"}, "\u3000 a\u00a0") == "a");
  CHECK(after({"stop_words"}, "the The of") == "The ");
  CHECK(after({{{"name", "stop_words"}, {"words", {"der", "die"}}}}, "der Hund, die Katze") == "Hund, Katze");
  CHECK(after(nullptr, "A  b\xFF") == "A  b\uFFFD");
  CHECK(after(json::array(), "") == "");
  CHECK(english_stop_words().size() == 179);
}

TEST_CASE("contractions are cut as in the Penn Treebank", "[text][preprocessing]") {
  const auto cut = [](const std::string& text) { return after({"contractions"}, text); };
  CHECK(cut("I don't, can't and won't.") == "I do n't, ca n't and wo n't.");
  CHECK(cut("it's they're I've he'd you'll I'm") == "it 's they 're I 've he 'd you 'll I 'm");
  CHECK(cut("DIDN'T Isn’t what’s") == "DID N'T Is n't what 's");
  CHECK(cut("couldn't've cannot café's 1990's") == "could n't 've can not café 's 1990 's");
  // What only looks like one, and what is cut already.
  for (const char* same : {"do n't", "it 's", "rock 'n' roll", "o'clock", "don'tt", "n't", "'s", "’tis ’",
                           "notes", "scannot", "cannots", "'", ""})
    CHECK(cut(same) == same);
  std::string found;
  for (const Placed& p : placed(Preprocessing::read({"contractions"}, "r"), "we don’t, it's"))
    found += p.token + "=" + p.original + " ";
  CHECK(found == "we=we do=do n't,=n’t, it=it 's='s ");
}

TEST_CASE("contractions that are cut stay cut, and keep their places", "[text][preprocessing]") {
  Random random(5);
  const std::vector<std::string> pieces = {"n",   "'",  "’", "t", "s",    "can",
                                           "not", "ll", " ", "é", "\xE2", "D"};
  const Preprocessing steps = Preprocessing::read({"contractions"}, "r");
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (size_t n = random.below(12); n > 0; --n) text += pieces[random.below(pieces.size())];
    const AlignedText once = steps.apply(text);
    INFO(text << " -> " << once.text());
    CHECK(steps.apply(once.text()).text() == once.text());
    for (size_t byte = 0, last = 0; byte < once.size(); ++byte) {
      const auto [start, end] = once.original(byte, byte + 1);
      REQUIRE(static_cast<size_t>(start) >= last);
      REQUIRE(end <= static_cast<int64_t>(text.size()));
      last = static_cast<size_t>(start);
    }
  }
}

TEST_CASE("a pipeline that cannot be is one clear message", "[text][preprocessing]") {
  const auto message = [](const json& steps) {
    return message_of([&] { Preprocessing::read(steps, "r.json"); });
  };
  CHECK_THROWS_AS(Preprocessing::read({"lower"}, "r.json"), UsageError);
  CHECK(message({"lower"}) ==
        "[r.json] there is no preprocessing step \"lower\": expected one of stop_words, lower_case, "
        "contractions, parentheses, "
        "punctuation_spacing, non_alphanumerics, double_spaces, strip.");
  CHECK(contains(message("strip"), "\"preprocess\" is \"strip\": expected a list"));
  CHECK(contains(message(json(101, "strip")), "has 101 steps: expected at most 100."));
  CHECK(contains(message({3}), "a preprocessing step is 3"));
  CHECK(contains(message({{{"list", "english"}}}), "expected a name"));
  CHECK(
      contains(message({{{"name", "stop_words"}, {"list", "german"}}}), "no list of stop words \"german\""));
  CHECK(contains(message({{{"name", "stop_words"}, {"words", {""}}}}), "a stop word is \"\""));
  CHECK(contains(message({{{"name", "strip"}, {"side", "left"}}}), "has \"side\", which it does not know"));
}

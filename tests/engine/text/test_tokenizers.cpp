#include "engine/text/tokenizer.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/text/special_tokens.h"
#include "engine/text/unicode.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/text/random_text.h"

namespace {

using heed::TextToken;
using Texts = std::vector<std::string>;

Texts texts_of(const std::vector<TextToken>& tokens) {
  Texts texts;
  for (const TextToken& token : tokens) texts.push_back(token.text);
  return texts;
}

Texts cut(const char* tokenizer, const std::string& text) {
  return texts_of(heed::make_tokenizer(tokenizer)->split(text));
}

// torchtext's basic_english, word for word: one replacement after the other on the whole text.
Texts reference_basic_english(const std::string& text) {
  std::string line = heed::to_lower(text);
  const std::pair<std::string, std::string> replacements[] = {
      {"'", " '  "}, {"\"", ""},   {".", " . "}, {"<br />", " "}, {",", " , "}, {"(", " ( "},
      {")", " ) "},  {"!", " ! "}, {"?", " ? "}, {";", " "},      {":", " "}};
  for (const auto& [pattern, content] : replacements)
    for (size_t at = 0; (at = line.find(pattern, at)) != std::string::npos; at += content.size())
      line.replace(at, pattern.size(), content);
  return cut("whitespace", line);
}

}  // namespace

TEST_CASE("basic_english: torchtext's cases", "[text][tokenizer]") {
  std::ifstream file(heed::test::fixture_path("text/basic_english_cases.json"));
  const auto cases = nlohmann::json::parse(file);
  for (const char* group : {"upstream_cases", "derived_cases_from_own_reference"}) {
    for (const auto& one : cases.at(group))
      CHECK(cut("basic_english", one.at("input")) == one.at("expected").get<Texts>());
  }
}

TEST_CASE("basic_english: one pass does what the ordered replacements do", "[text][tokenizer]") {
  heed::test::RandomText random(3);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random.pieces(24, true);
    INFO(text);
    CHECK(cut("basic_english", text) == reference_basic_english(text));
  }
}

TEST_CASE("basic_english: tags and quotation marks meet", "[text][tokenizer]") {
  CHECK(cut("basic_english", "a<b\"r />b<BR />c\"<\"br \"/\">d<br  />e<br") ==
        Texts{"a", "b", "c", "d<br", "/>e<br"});
}

TEST_CASE("tokens keep their bytes", "[text][tokenizer]") {
  const auto tokens = heed::make_tokenizer("basic_english")->split("\"Hi\" a\"b, İ\xFF.");
  CHECK(tokens == std::vector<TextToken>{
                      {"hi", 1, 3}, {"ab", 5, 8}, {",", 8, 9}, {"i\u0307\uFFFD", 10, 13}, {".", 13, 14}});
}

TEST_CASE("every tokenizer: offsets are ordered, and a token's bytes make that token", "[text][tokenizer]") {
  heed::test::RandomText random(4);
  for (const std::string& name : heed::tokenizer_names()) {
    const auto tokenizer = heed::make_tokenizer(name);
    CHECK(tokenizer->name() == name);
    for (int i = 0; i < 1000; ++i) {
      const std::string text = random.pieces(20, true);
      int64_t last_end = 0;
      for (const TextToken& token : tokenizer->split(text)) {
        INFO(name << " of " << text);
        REQUIRE_FALSE(token.text.empty());
        REQUIRE(token.start >= last_end);
        REQUIRE(token.end > token.start);
        last_end = token.end;
        REQUIRE(last_end <= static_cast<int64_t>(text.size()));
        // The final sigma needs its neighbours, so it is left out here.
        if (token.text.find("σ") != std::string::npos) continue;
        const std::string bytes(text.begin() + static_cast<std::ptrdiff_t>(token.start),
                                text.begin() + static_cast<std::ptrdiff_t>(token.end));
        CHECK(texts_of(tokenizer->split(bytes)) == Texts{token.text});
      }
    }
  }
}

TEST_CASE("whitespace, words and characters", "[text][tokenizer]") {
  CHECK(cut("whitespace", " Don't\u00a0stop\u3000it's 3.5\x1f") == Texts{"Don't", "stop", "it's", "3.5"});
  CHECK(cut("words", "Don't stop: O’Neill's 'x' 3.5 a''b x_y") ==
        Texts{"Don't", "stop", ":", "O’Neill's", "'", "x", "'", "3.5", "a", "'", "'", "b", "x_y"});
  CHECK(cut("words", "Ich fühlte Angst, als 1.000 Menschen »Ja« riefen.") ==
        Texts{"Ich", "fühlte", "Angst", ",", "als", "1.000", "Menschen", "»", "Ja", "«", "riefen", "."});
  CHECK(cut("words", "नमस्ते cafe\u0301 ❤️! \u0301a") ==
        Texts{"नमस्ते", "cafe\u0301", "❤️", "!", "\u0301", "a"});
  CHECK(cut("all_characters", "a é\n") == Texts{"a", " ", "é", "\n"});
  CHECK(cut("characters", "aé 😀\xFF\n.") == Texts{"a", "é", "😀", "\uFFFD", "."});
  for (const std::string& name : heed::tokenizer_names()) {
    CHECK(cut(name.c_str(), "").empty());
    CHECK(cut(name.c_str(), " \t\n\u2028").empty() == (name != "all_characters"));
  }
}

TEST_CASE("an unknown tokenizer is a wrong name, and the right ones are listed", "[text][tokenizer]") {
  CHECK_THROWS_AS(heed::make_tokenizer("basic"), heed::UsageError);
  CHECK_THROWS_WITH(
      heed::make_tokenizer("basic"),
      "[tokenizer] there is no tokenizer \"basic\": expected one of basic_english, whitespace, words, "
      "characters, all_characters.");
}

TEST_CASE("special tokens are cut out of the text", "[text][tokenizer]") {
  const heed::WithSpecialTokens tokenizer(heed::make_tokenizer("basic_english"),
                                          {"<pad>", "<unk>", "<pad>>"});
  CHECK(tokenizer.name() == "basic_english");
  CHECK(tokenizer.split("A<pad>B <unk>") ==
        std::vector<TextToken>{{"a", 0, 1}, {"<pad>", 1, 6, true}, {"b", 6, 7}, {"<unk>", 8, 13, true}});
  CHECK(texts_of(tokenizer.split("<pad>>x<pad><pad>")) == Texts{"<pad>>", "x", "<pad>", "<pad>"});
  CHECK(texts_of(tokenizer.split("ΑΣ<pad>Α <PAD> <pa")) == Texts{"ας", "<pad>", "α", "<pad>", "<pa"});
  CHECK(tokenizer.split("").empty());
}

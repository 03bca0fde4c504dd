#include "engine/text/tokenizer_json.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/base/error.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/text/random_text.h"

using heed::read_tokenizer_json;
using heed::Vocabulary;
using nlohmann::json;

namespace {

std::string written(const std::string& tokenizer) {
  heed::TokenCounts counts;
  for (const char* token : {"please", "send", "me", "the", "\"", "\\", "é", "😀", "\x01"}) counts.add(token);
  return write_tokenizer_json(*heed::make_tokenizer(tokenizer), Vocabulary::build(counts));
}

// Reads the file with one part of it changed (JSON pointer; null value: removed), and returns the error.
std::string error_with(const std::string& pointer, const json& value) {
  json file = json::parse(written("basic_english"));
  file[json::json_pointer(pointer)] = value;
  try {
    read_tokenizer_json(file.dump(), "t.json");
  } catch (const heed::Error& error) {
    return error.what();
  }
  return "no error";
}

std::string error_of(const std::string& text) {
  try {
    read_tokenizer_json(text, "t.json");
  } catch (const heed::Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a written tokenizer.json reads as the same tokenizer and vocabulary", "[text][tokenizer_json]") {
  for (const std::string& name : heed::tokenizer_names()) {
    const std::string text = written(name);
    const heed::TokenizerFile file = read_tokenizer_json(text, "t.json");
    REQUIRE(file.vocabulary.has_value());
    CHECK(file.tokenizer->name() == name);
    CHECK(file.vocabulary->size() == 11);
    CHECK(file.vocabulary->unknown_id() == 0);
    CHECK(file.vocabulary->id("\x01") == 2);
    CHECK(file.vocabulary->id("😀") == 10);
    CHECK(file.vocabulary->entries()[1].special);
    CHECK(file.tokenizer->split("send<pad>").back().special);
    CHECK(write_tokenizer_json(*file.tokenizer, *file.vocabulary) == text);
    // Another writer's order of keys and white space.
    CHECK(read_tokenizer_json(json::parse(text).dump(2), "t.json").tokenizer->name() == name);
  }
}

TEST_CASE("the fixture that other libraries read is what is written today", "[text][tokenizer_json]") {
  for (const std::string& name : heed::tokenizer_names()) {
    std::ifstream file(heed::test::fixture_path("text/" + name + ".tokenizer.json"));
    std::stringstream text;
    text << file.rdbuf();
    const heed::TokenizerFile read = read_tokenizer_json(text.str(), name);
    CHECK(write_tokenizer_json(*read.tokenizer, *read.vocabulary) == text.str());
  }
}

TEST_CASE("ids become a text again", "[text][tokenizer_json]") {
  const heed::TokenizerFile words = read_tokenizer_json(written("whitespace"), "t.json");
  CHECK(words.text_of({words.vocabulary->id("please"), words.vocabulary->id("send"), 0}) ==
        "please send <unk>");
  CHECK(words.text_of({}).empty());
  CHECK_THROWS_WITH(words.text_of({11}), "[vocabulary] there is no token 11: expected an id from 0 to 10.");
  const heed::TokenizerFile characters = read_tokenizer_json(written("all_characters"), "t.json");
  CHECK(characters.text_of({characters.vocabulary->id("é"), characters.vocabulary->id("é")}) == "éé");
  CHECK_THROWS_AS(heed::TokenizerFile{}.text_of({0}), heed::Error);
}

TEST_CASE("what a tokenizer.json asks for and we do not do is named", "[text][tokenizer_json]") {
  CHECK(
      error_with("/normalizer", {{"type", "BertNormalizer"}}) ==
      "[t.json] asks for the normalizer \"BertNormalizer\" and the pre_tokenizer \"Split\", which are not "
      "supported: "
      "expected those that Heed writes for basic_english, whitespace, words, characters or all_characters.");
  CHECK_THAT(error_with("/normalizer/normalizers/1/type", "NFC"),
             Catch::Contains("Sequence of Replace, NFC"));
  CHECK_THAT(error_with("/normalizer", {{"type", 7}}), Catch::Contains("of type 7"));
  CHECK_THAT(error_with("/pre_tokenizer", nullptr), Catch::Contains("the pre_tokenizer nothing"));
  CHECK_THAT(error_with("/post_processor", {{"type", "TemplateProcessing"}}),
             Catch::Contains("asks for the post_processor \"TemplateProcessing\""));
  CHECK_THAT(error_with("/truncation", {{"max_length", 512}}),
             Catch::Contains("asks for the truncation an object"));
  CHECK_THAT(error_with("/decoder", {{"type", "WordPiece"}}), Catch::Contains("the decoder \"WordPiece\""));
  CHECK_THAT(error_with("/model/type", "BPE"), Catch::Contains("asks for the model \"BPE\""));
  CHECK_THAT(error_with("/model/dropout", 0.1), Catch::Contains("model has \"dropout\""));
  CHECK_THAT(error_with("/extra", 1), Catch::Contains("it has \"extra\""));
  CHECK_THAT(error_with("/version", "2.0"), Catch::Contains("\"version\" is \"2.0\": expected \"1.0\""));
  CHECK_THAT(error_with("/added_tokens/0/lstrip", true), Catch::Contains("\"lstrip\" is true"));
  CHECK_THAT(error_with("/added_tokens/1/special", false),
             Catch::Contains("\"<pad>\": \"special\" is false"));
  CHECK_THAT(error_with("/added_tokens/1/color", "red"), Catch::Contains("added_tokens[1] has \"color\""));
}

TEST_CASE("a broken vocabulary is one clear message", "[text][tokenizer_json]") {
  CHECK(error_with("/model/vocab/send", 1099511627776) ==
        "[t.json] the token \"send\" has the id 1099511627776: with 11 tokens, expected a whole number from "
        "0 to 10, "
        "none left out.");
  for (const json& id :
       {json(-1), json(11), json(2.5), json("3"), json(true), json(), json::array(), json(1ull << 63)})
    CHECK_THAT(error_with("/model/vocab/send", id),
               Catch::StartsWith("[t.json] the token \"send\" has the id "));
  CHECK_THAT(error_with("/model/vocab/send", 5), Catch::Contains("have the same id 5"));
  CHECK_THAT(error_with("/model/vocab", json::array()),
             Catch::Contains("\"vocab\" is an array: expected an object"));
  CHECK_THAT(error_with("/model/unk_token", "[UNK]"),
             Catch::Contains("the unk_token \"[UNK]\" is not in the voc"));
  CHECK_THAT(error_with("/model/unk_token", 3), Catch::Contains("\"unk_token\" is 3: expected a string"));
  CHECK_THAT(error_with("/added_tokens/0/id", 1),
             Catch::Contains("has the id 1, the model's vocabulary gives it 0"));
  CHECK_THAT(error_with("/added_tokens/1/content", "<unk>"), Catch::Contains("is there twice"));
  CHECK_THAT(error_with("/added_tokens/1/content", ""), Catch::Contains("is empty"));
  CHECK_THAT(error_with("/added_tokens", 4), Catch::Contains("\"added_tokens\" is 4: expected an array"));
  CHECK_THAT(error_with("/added_tokens/1", 4), Catch::Contains("added_tokens[1] is 4: expected an object"));
  CHECK_THAT(error_with("/model/vocab/" + std::string(500, 'x'), -1),
             Catch::Contains(std::string(60, 'x') + "…"));
}

// The vocabulary is read straight from the text where it is plain; the rest goes through a JSON library.
TEST_CASE("both ways to read a vocabulary agree", "[text][tokenizer_json]") {
  const std::string text = R"({"model": {"type": "WordLevel", "unk_token": "<unk>", "vocab" : { "<unk>":0,
      "\"vocab\":{" : 1, "vocab":2,"\u00e9\ud83d\ude00":3 , "\\":4, "b\/\n":  5}},
      "normalizer": null, "pre_tokenizer": )" +
                           json::parse(written("words"))["pre_tokenizer"].dump() + "}";
  const Vocabulary v = *read_tokenizer_json(text, "t.json").vocabulary;
  CHECK(v.size() == 6);
  CHECK(v.token(1) == "\"vocab\":{");
  CHECK(v.token(3) == "é😀");
  CHECK(v.token(4) == "\\");
  CHECK(v.token(5) == "b/\n");
  const auto with = [&text](const std::string& from, const std::string& to) {
    std::string changed = text;
    return error_of(changed.replace(changed.find(from), from.size(), to));
  };
  CHECK(with("\"vocab\":2", "\"<unk>\":2") ==
        "[t.json] [vocabulary] the token \"<unk>\" has the ids 0 and 2: expected each token once.");
  CHECK_THAT(with("\"vocab\":2", "\"vocab\":2e0"), Catch::Contains("the token \"vocab\" has the id 2.0"));
  CHECK_THAT(with("\"vocab\":2", "\"vocab\":02"), Catch::Contains("is not JSON"));
  CHECK_THAT(with("\"vocab\":2", "\"vocab\":2,"), Catch::Contains("is not JSON"));
  CHECK_THAT(with("\"vocab\":2", "\"v\xFF\":2"), Catch::Contains("is not JSON"));
  CHECK_THAT(with("\"vocab\":2", "\"v\n\":2"), Catch::Contains("is not JSON"));
  CHECK_THAT(with("\\ude00", ""), Catch::Contains("is not JSON"));
  CHECK_THAT(with("null", "nul"), Catch::StartsWith("[t.json] is not JSON: at line 3, column 24"));
}

TEST_CASE("a special token outside the model's vocabulary gets the next id", "[text][tokenizer_json]") {
  json file = json::parse(written("words"));
  file["added_tokens"].push_back({{"id", 11}, {"content", "<mask>"}, {"special", true}});
  const heed::TokenizerFile read = read_tokenizer_json(file.dump(), "t.json");
  CHECK(read.vocabulary->id("<mask>") == 11);
  CHECK(read.tokenizer->split("me<mask>").size() == 2);
}

TEST_CASE("what is no tokenizer.json is one clear message", "[text][tokenizer_json]") {
  CHECK_THAT(error_of(""), Catch::StartsWith("[t.json] is not JSON: at line 1, column 1"));
  CHECK_THAT(error_of("{\"version\": }"), Catch::StartsWith("[t.json] is not JSON: at line 1, column 13"));
  CHECK_THAT(error_of("\xFF\xFE{"), Catch::StartsWith("[t.json] is not JSON"));
  CHECK_THAT(error_of("{\"a\xFF\": 1}"), Catch::StartsWith("[t.json] is not JSON"));
  CHECK_THAT(error_of("[]"), Catch::StartsWith("[t.json] is an array: expected an object"));
  CHECK_THAT(error_of("null"), Catch::StartsWith("[t.json] is null: expected an object"));
  CHECK_THAT(error_of("{}"), Catch::StartsWith("[t.json] it has no \"model\""));
  CHECK_THAT(error_of(std::string(1000000, '[')), Catch::Contains("nested deeper than 64"));
  CHECK_THAT(error_of("{\"version\": \"[[[[\\\"[[[[\", \"x\":" + std::string(70, '[')),
             Catch::Contains("deeper"));
}

TEST_CASE("a damaged tokenizer.json reads, or says so", "[text][tokenizer_json]") {
  const std::string whole = written("basic_english");
  heed::test::RandomText random(5);
  for (int i = 0; i < 3000; ++i) {
    std::string text = whole;
    for (uint32_t n = random.below(3); n > 0; --n)
      text[random.below(static_cast<uint32_t>(text.size()))] = static_cast<char>(random.below(256));
    if (random.below(3) == 0) text.resize(random.below(static_cast<uint32_t>(text.size())));
    const std::string error = error_of(text);
    if (error != "no error" && error.rfind("[t.json] ", 0) != 0) FAIL(error << " for " << text);
  }
}

// Tokenizers after public bug reports of other tools (shared data/cases, T01 to T17) and of the Hub's
// reference folders (shared oracle/hub): each with an expected.json that was not made by Heed.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/text/pipeline/pipeline.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"

using namespace heed;
using nlohmann::json;

namespace {

using Texts = std::vector<std::string>;

struct Case {
  std::string folder;
  bool there = false;
  json expected;

  explicit Case(const std::string& name) : folder(test::shared_path(name)) {
    there = std::filesystem::exists(folder + "/expected.json");
    if (there)
      expected = json::parse(read_file(folder + "/expected.json"));
    else
      WARN("skipped: " << folder << " is not there");
  }
  TokenizerPipeline open(const std::string& file) const {
    return read_pipeline(read_file(folder + "/" + file), file);
  }
};

// As the vocabulary has them: of an unknown token the name of its id.
Texts named(const TokenizerPipeline& pipeline, const std::string& text, bool special = false) {
  Texts names;
  for (const Piece& piece : pipeline.encode(text, special).pieces)
    names.push_back(*pipeline.piece_of(piece.id));
  return names;
}

std::vector<int> numbers(const TokenizerPipeline& pipeline, const std::string& text, bool special = false) {
  std::vector<int> ids;
  for (const Piece& piece : pipeline.encode(text, special).pieces) ids.push_back(piece.id);
  return ids;
}

std::string string_of(const json& value) {
  return value.get<std::string>();
}

void check_pieces(const TokenizerPipeline& pipeline, const json& text, const json& pieces) {
  INFO(text.dump());
  CHECK(json(named(pipeline, string_of(text))) == pieces);
}

std::string repeated(const char* text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("reported: added tokens inside words, and in the normalized text", "[text][reported]") {
  for (const auto& [name, file] :
       {std::pair("T01", "single_word.json"), std::pair("T03", "normalized.json")}) {
    const Case c(std::string("data/cases/") + name);
    if (!c.there) continue;
    const TokenizerPipeline pipeline = c.open(file);
    check_pieces(pipeline, c.expected["text"], c.expected["tokens"]);
    check_pieces(pipeline, c.expected["also"]["text"], c.expected["also"]["tokens"]);
  }
}

TEST_CASE("reported: merges of byte pairs", "[text][reported]") {
  if (const Case c("data/cases/T04"); c.there) {
    check_pieces(c.open("ignore_merges.json"), c.expected["text"], c.expected["ignore_merges"]);
    check_pieces(c.open("merges.json"), c.expected["text"], c.expected["merges"]);
  }
  if (const Case c("data/cases/T05"); c.there)
    check_pieces(c.open("pairs.json"), c.expected["text"], c.expected["tokens"]);
  if (const Case c("data/cases/T06"); c.there)
    check_pieces(c.open("strings.json"), c.expected["text"], c.expected["tokens"]);
}

TEST_CASE("reported: where Metaspace puts its sign", "[text][reported]") {
  const Case c("data/cases/T07");
  if (!c.there) return;
  const json& e = c.expected;
  for (const auto& [file, as] :
       {std::pair("first", "first"), std::pair("always", "always"), std::pair("never", "never"),
        std::pair("absent", "always"), std::pair("old_true", "always"), std::pair("old_false", "never")})
    check_pieces(c.open(std::string(file) + ".json"), e["text"], e[as]);
}

TEST_CASE("reported: bytes and unknown characters", "[text][reported]") {
  if (const Case c("data/cases/T08"); c.there) {
    check_pieces(c.open("fallback.json"), c.expected["text"], c.expected["fallback"]);
    json unknown = c.expected["unknown"];
    unknown[3] = "<unk>";
    check_pieces(c.open("unknown.json"), c.expected["text"], unknown);
  }
  if (const Case c("data/cases/T09"); c.there) {
    const json &e = c.expected, &bpe = e["bpe"];
    CHECK(json(numbers(c.open("unigram.json"), string_of(e["text"]))) == e["unigram"]["ids"]);
    for (const char* name : {"bpe_fused", "bpe_apart"})
      CHECK(json(numbers(c.open(std::string(name) + ".json"), string_of(bpe["text"]))) == bpe[name]);
  }
}

TEST_CASE("reported: long words are counted in characters", "[text][reported]") {
  const Case c("data/cases/T10");
  if (!c.there) return;
  const TokenizerPipeline pipeline = c.open("wordpiece.json");
  for (const char* sign : {"\u3042", "x"}) {
    CHECK(named(pipeline, repeated(sign, 100)).size() == 100);
    CHECK(named(pipeline, repeated(sign, 101)) == Texts{"[UNK]"});
  }
}

TEST_CASE("reported: accents, case and signs that cannot be seen", "[text][reported]") {
  const Case c("data/cases/T11");
  if (!c.there) return;
  for (const char* name : {"lower_null", "cased_null", "lower_false", "cased_true"})
    check_pieces(c.open(std::string(name) + ".json"), c.expected["text"], c.expected[name]);
  const TokenizerPipeline pipeline = c.open("lower_null.json");
  const std::string text = string_of(c.expected["T12"]["text"]);
  int64_t end = 0;
  for (const Piece& piece : pipeline.encode(text, false).pieces) {
    CHECK((piece.start <= piece.end && piece.start >= end && piece.end <= static_cast<int64_t>(text.size())));
    end = piece.end;
  }
  for (const auto& [given, tokens] : c.expected["T13"].items())
    if (tokens.is_array() && given.find("lower_null") == std::string::npos)
      check_pieces(pipeline, given, tokens);
  check_pieces(pipeline, "\u0130stanbul", {"istanbul"});
  CHECK(pipeline.encode(std::string("one\0line", 8), false).pieces[0].text == "oneline");
}

TEST_CASE("reported: Falcon's four steps, lines of a vocab.txt, classes of characters", "[text][reported]") {
  if (const Case c("data/cases/T14"); c.there) {
    PipelineSteps steps;
    c.open("falcon.json").encode(string_of(c.expected["text"]), false, &steps);
    Texts words;
    for (const PipelineSteps::Word& word : steps.words) words.push_back(word.text);
    CHECK(json(words) == c.expected["pieces"]);
  }
  if (const Case c("data/cases/T15"); c.there)
    for (const auto& [file, ids] : c.expected["ids"].items()) {
      const auto pipeline = read_word_piece_vocabulary(read_file(c.folder + "/" + file), file);
      CHECK(json(numbers(pipeline, string_of(c.expected["text"]), true)) == ids);
    }
  if (const Case c("data/cases/T17"); c.there) {
    const TokenizerPipeline pipeline = c.open("replace.json");
    for (const auto& [text, tokens] : c.expected["texts"].items()) check_pieces(pipeline, text, tokens);
  }
}

TEST_CASE("reported: tokens of one character share its place", "[text][reported]") {
  const std::string path = test::source_path("assets/models/heed-writer/tokenizer.json");
  const TokenizerPipeline writer = read_pipeline(read_file(path), path);
  const std::string text = "a \U0001F469\u200D\U0001F469\u200D\U0001F467 \u2603 na\u00efve \u00e9";
  int64_t end = 0;
  int of_woman = 0;
  for (const Piece& piece : writer.encode(text).pieces) {
    CHECK((piece.start <= piece.end && piece.end >= end && piece.end <= static_cast<int64_t>(text.size())));
    of_woman += piece.start == 2 && piece.end == 6;
    end = piece.end;
  }
  CHECK(of_woman == 4);
}

TEST_CASE("XLM-RoBERTa's Unigram with its map of characters", "[text][reported]") {
  const Case c("oracle/hub/encoders/xlmr-unigram");
  if (!c.there) return;
  const TokenizerPipeline pipeline = c.open("tokenizer.json");
  for (const json& text : c.expected["texts"]) {
    INFO(text["text"].dump());
    CHECK(json(numbers(pipeline, string_of(text["text"]), true)) == text["ids"]);
  }
  const json& pair = c.expected["pair"];
  std::vector<int> ids;
  for (const Piece& piece :
       pipeline.encode_pair(string_of(pair["text"]), string_of(pair["text_pair"])).pieces)
    ids.push_back(piece.id);
  CHECK(json(ids) == pair["ids"]);
}

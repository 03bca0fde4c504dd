#include "engine/text/pipeline/pipeline.h"

#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/text/random_text.h"

using namespace heed;
using nlohmann::json;

namespace {

json fixture_json(const std::string& name) {
  return json::parse(read_file(test::fixture_path(name)));
}

TokenizerPipeline fixture(const std::string& name) {
  const std::string path = test::fixture_path("tokenizers/" + name + ".json");
  return read_pipeline(read_file(path), path);
}

json offsets_of(const Encoding& encoding) {
  json offsets = json::array();
  for (const Piece& piece : encoding.pieces) offsets.push_back({piece.start, piece.end});
  return offsets;
}

std::vector<int> ids_of(const Encoding& encoding) {
  std::vector<int> ids;
  for (const Piece& piece : encoding.pieces) ids.push_back(piece.id);
  return ids;
}

Encoding encoded(const TokenizerPipeline& pipeline, const json& expected) {
  const auto text = expected["text"].get<std::string>();
  const bool special_tokens = expected["special_tokens"].get<bool>();
  if (!expected.contains("pair")) return pipeline.encode(text, special_tokens);
  return pipeline.encode_pair(text, expected["pair"].get<std::string>(), special_tokens);
}

// Where several characters become fewer, the library names some of them as their place, and Heed all. And of
// a blank that it put before a word itself (roberta) it takes one character off the word's place.
bool names_less(const std::string& name) {
  return name == "prefixed" || name == "t5" || name == "roberta" || name == "expressions";
}
bool contains(const json& outer, const json& inner) {
  return outer[0] <= inner[0] && inner[1] <= outer[1];
}

std::vector<std::string> texts_of(const Encoding& encoding) {
  std::vector<std::string> texts;
  for (const Piece& piece : encoding.pieces) texts.push_back(piece.text);
  return texts;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TokenizerSettings lowercase() {
  TokenizerSettings settings;
  settings.lowercase = true;
  return settings;
}

// The message for a fixture with one part of it changed (JSON pointer), "" when it reads.
std::string message_with(const std::string& name, const std::string& pointer, const json& value) {
  json file = fixture_json("tokenizers/" + name + ".json");
  file[json::json_pointer(pointer)] = value;
  return test::message_of([&] { read_pipeline(file.dump(), "t.json"); });
}

}  // namespace

// tests/fixtures/tokenizers/make.mjs says how the expectations came about.
TEST_CASE("what the Rust library makes of 40 texts with eleven kinds of tokenizer.json", "[text][pipeline]") {
  const json all = fixture_json("tokenizers/expected.json");
  for (const auto& [name, cases] : all.items()) {
    const TokenizerPipeline pipeline = fixture(name);
    for (const json& expected : cases) {
      INFO(name << " of " << expected["text"].dump());
      const Encoding encoding = encoded(pipeline, expected);
      CHECK(json(ids_of(encoding)) == expected["ids"]);
      json offsets = offsets_of(encoding), types = json::array();
      for (const Piece& piece : encoding.pieces) types.push_back(piece.type_id);
      CHECK(types == expected["types"]);
      const json& places = expected["offsets"];
      for (size_t i = 0; i < places.size() && i < offsets.size(); ++i) {
        if (places[i].is_null()) continue;  // a special token that was added: the library says 0, 0
        INFO("piece " << i << " " << encoding.pieces[i].text << " at " << offsets[i] << ", there "
                      << places[i]);
        CHECK((offsets[i] == places[i] || (names_less(name) && contains(offsets[i], places[i]))));
      }
      CHECK(pipeline.decode(ids_of(encoding)) == expected["decoded"].get<std::string>());
      CHECK(pipeline.decode(ids_of(encoding), true) == expected["skipped"].get<std::string>());
    }
  }
}

TEST_CASE("WordPiece with the toy vocabularies of google-research/bert", "[text][pipeline]") {
  const json cases = fixture_json("text/wordpiece_toy_vocab.json");
  const auto toy = read_word_piece_vocabulary(joined(cases["vocab"]), "vocab.txt");
  for (const json& expected : cases["wordpiece_only"]) {
    std::vector<std::string> written;
    for (const Piece& piece : toy.encode(expected["input"].get<std::string>(), false).pieces)
      written.push_back(piece.known ? piece.text : "[UNK]");
    CHECK(json(written) == expected["expected"]);
  }
  for (const json& expected : cases["full_tokenizer"]) {
    const auto full = read_word_piece_vocabulary(joined(expected["vocab"]), "vocab.txt", lowercase());
    CHECK(json(ids_of(full.encode(expected["input"].get<std::string>(), false))) == expected["ids"]);
  }
}

TEST_CASE("BERT's basic tokenizer and normalizer: the published cases", "[text][pipeline]") {
  const json basic = fixture_json("text/bert_basic_tokenizer.json");
  for (const json& expected : basic["cases"]) {
    const json& options = expected["options"];
    const bool lower = options.value("do_lower_case", true);
    const auto normalizer = make_bert_normalizer(
        {true, options.value("tokenize_chinese_chars", true), options.value("strip_accents", lower), lower});
    const AlignedText text = normalizer->apply(AlignedText::of(expected["input"].get<std::string>()));
    std::vector<std::string> words;
    if (options.contains("never_split")) continue;  // such words are added tokens here
    for (const CutText::Word& word : make_bert_pre_tokenizer()->apply({text, {{0, text.size()}}}).words)
      words.push_back(text.text().substr(word.first, word.last - word.first));
    INFO(expected.dump());
    CHECK(json(words) == expected["expected"]);
  }
  const json classes = fixture_json("text/bert_char_classes.json");
  for (const json& expected : classes["normalizer"]) {
    const json& o = expected["options"];
    const auto normalizer = make_bert_normalizer(
        {o["clean_text"], o["handle_chinese_chars"], o["strip_accents"], o["lowercase"]});
    CHECK(normalizer->apply(AlignedText::of(expected["input"].get<std::string>())).text() ==
          expected["expected"].get<std::string>());
  }
}

TEST_CASE("a vocab.txt says by its capitals whether it is cased", "[text][pipeline]") {
  const std::string lower = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nhello\n##lo\r\nhe\n", cased = lower + "Hello\n";
  CHECK(ids_of(read_word_piece_vocabulary(lower, "v").encode("Hello helolo")) ==
        std::vector<int>{2, 4, 6, 5, 5, 3});
  CHECK(ids_of(read_word_piece_vocabulary(cased, "v").encode("Hello")) == std::vector<int>{2, 7, 3});
  CHECK(ids_of(read_word_piece_vocabulary(cased, "v", lowercase()).encode("Hello", false)) ==
        std::vector<int>{4});
  CHECK(ids_of(read_word_piece_vocabulary(lower, "v").encode("[CLS] x", false)) == std::vector<int>{2, 1});
  CHECK(test::message_of([] { read_word_piece_vocabulary("hello\n", "v.txt"); }) ==
        "[v.txt] the unk_token \"[UNK]\" is not in the vocabulary.");
  CHECK(test::message_of([] { read_word_piece_vocabulary("[UNK]\na\xff\n", "v.txt"); }) ==
        "[v.txt] line 2 is not UTF-8: expected a piece in each line.");
}

TEST_CASE("pieces know their place, their word and whether they are known", "[text][pipeline]") {
  const auto toy = read_word_piece_vocabulary("[UNK]\n[CLS]\n[SEP]\n[MASK]\ncafe\n##s\n.\n中\n", "v");
  const std::string text = "Cafe\u0301s[MASK] 中x.";
  const Encoding encoding = toy.encode(text);
  CHECK(texts_of(encoding) ==
        std::vector<std::string>{"[CLS]", "cafe", "##s", "[MASK]", "中", "x", ".", "[SEP]"});
  CHECK(offsets_of(encoding) == json::parse("[[0,0],[0,4],[6,7],[7,13],[14,17],[17,18],[18,19],[19,19]]"));
  std::vector<int> words;
  for (const Piece& piece : encoding.pieces) words.push_back(piece.word);
  CHECK(words == std::vector<int>{-1, 0, 0, -1, 1, 2, 3, -1});
  CHECK((!encoding.pieces[5].known && encoding.pieces[5].id == 0 && encoding.pieces[4].known));
  CHECK((encoding.pieces[3].special && !encoding.pieces[4].special));
}

TEST_CASE("padding and truncation that a file asks for are said", "[text][pipeline]") {
  json file = fixture_json("tokenizers/gpt2.json");
  const auto notes = [&] { return read_pipeline(file.dump(), "t.json").notes(); };
  file["padding"] = file["truncation"] = nullptr;
  CHECK(notes().empty());
  file["truncation"] = {{"max_length", 9}, {"strategy", "LongestFirst"}, {"stride", 0}};
  file["padding"] = {{"strategy", {{"Fixed", 12}}}, {"pad_token", "<pad>"}};
  REQUIRE(notes().size() == 2);
  CHECK(notes()[0] == "the file cuts texts to 9 tokens");
  CHECK(test::contains(notes()[1], "<pad> behind each text up to 12 tokens: left out"));
  file["padding"]["strategy"] = "BatchLongest";
  CHECK(test::contains(notes()[1], "up to the longest text of a batch"));
}

TEST_CASE("what a tokenizer.json asks for and the pipeline does not do is named", "[text][pipeline]") {
  const auto named = [](const std::string& name, const std::string& pointer, const json& value,
                        const std::string& part) {
    const std::string message = message_with(name, pointer, value);
    INFO(message);
    CHECK((message.rfind("[t.json] ", 0) == 0 && test::contains(message, part)));
  };
  CHECK(message_with("gpt2", "/padding", nullptr).empty());
  named("gpt2", "/normalizer", {{"type", "Shout"}}, "asks for the normalizer \"Shout\"");
  named("gpt2", "/pre_tokenizer/type", "UnicodeScripts", "asks for the pre_tokenizer \"UnicodeScripts\"");
  named("gpt2", "/model/type", "Neural", "asks for the model \"Neural\"");
  named("gpt2", "/post_processor/type", "Other", "asks for the post_processor \"Other\"");
  named("gpt2", "/decoder/type", "CTC", "asks for the decoder \"CTC\"");
  named("gpt2", "/decoder", 7, "it.decoder is 7: expected an object");
  named("gpt2", "/version", "2.0", "expected \"1.0\"");
  named("gpt2", "/model/merges/3", "a b c", "merges[3] is \"a b c\"");
  named("gpt2", "/model/merges/3", "no where", "merges[3]: \"no\" is not in the vocabulary");
  named("gpt2", "/model/vocab/!", 5.5, "the token \"!\" has the id 5.5");
  named("gpt2", "/model/vocab/!", 99999999, "has the id 99999999");
  named("gpt2", "/model/vocab/!", 34, "have the same id 34");
  named("gpt2", "/added_tokens/0/id", 3, "the model's vocabulary gives it");
  named("gpt2", "/added_tokens/0/content", "", "added_tokens[0] is empty");
  named("t5", "/model/unk_id", 100000, "\"unk_id\" is 100000");
  named("t5", "/model/vocab/4", {"a"}, "vocab[4]");
  named("t5", "/normalizer/normalizers/0/precompiled_charsmap", "####", "is not base64");
  named("t5", "/normalizer/normalizers/0/precompiled_charsmap", "////fw==", "says that its trie has");
  named("t5", "/normalizer/normalizers/2/pattern", {{"Regex", "(a|b"}},
        "is no regular expression that can be used: [expression] (a|b: end pattern with unmatched "
        "parenthesis.");
  named("t5", "/pre_tokenizer/prepend_scheme", "often", "expected one of always, first, never");
  named("t5", "/pre_tokenizer/replacement", "ab", "expected one character");
  named("clip", "/post_processor/processors/1/single/0/SpecialToken/id", "[X]",
        "is not one of its special_tokens");
  named("clip", "/pre_tokenizer/pretokenizers/0/behavior", "Sometimes", "expected one of Removed");
  named("words", "/model/unk_token", "[X]", "the unk_token \"[X]\" is not in the vocabulary");
  named("wordPiece", "/truncation/strategy", "Never", "expected one of LongestFirst");
}

TEST_CASE("what the Rust library passes over in a file is passed over", "[text][pipeline]") {
  const std::string text = "Attention, please: it's 1905.";
  const auto ids = [&](const std::string& name, const std::string& pointer, const json& value) {
    json file = fixture_json("tokenizers/" + name + ".json");
    if (!pointer.empty()) file[json::json_pointer(pointer)] = value;
    return ids_of(read_pipeline(file.dump(), "t.json").encode(text));
  };
  const std::vector<int> plain = ids("gpt2", "", nullptr);
  CHECK(ids("gpt2", "/model/dropout", 0.1) == plain);  // it is for training
  CHECK(ids("gpt2", "/model/colour", "red") == plain);
  CHECK(ids("gpt2", "/language", "en") == plain);
  CHECK(ids("gpt2", "/added_tokens/0/note", 1) == plain);
  // The model of an old file is told by its form.
  json untyped = fixture_json("tokenizers/t5.json");
  untyped["model"].erase("type");
  CHECK(ids_of(read_pipeline(untyped.dump(), "t.json").encode(text)) == ids("t5", "", nullptr));
}

TEST_CASE("SentencePiece's normalizer takes control characters out, and makes spaces one kind",
          "[text][pipeline]") {
  json file = fixture_json("tokenizers/gpt2.json");
  file["normalizer"] = {{"type", "Nmt"}};
  const TokenizerPipeline nmt = read_pipeline(file.dump(), "t.json");
  file["normalizer"] = nullptr;
  const TokenizerPipeline plain = read_pipeline(file.dump(), "t.json");
  const auto same = [&](const std::string& given, const std::string& becomes) {
    CHECK(ids_of(nmt.encode(given)) == ids_of(plain.encode(becomes)));
  };
  same("a\tb\nc\rd", "a b c d");
  same(
      "a\x01\x0b\x1f\x7f"
      "b",
      "ab");
  same("a\u200bb\u2028c\ufeffd\u2581e", "a b c d e");
  same("caf\u00e9\u00a0x", "caf\u00e9\u00a0x");  // not all spaces are of these kinds
}

TEST_CASE("ids that are none, and truncation that cannot be done", "[text][pipeline]") {
  const TokenizerPipeline gpt2 = fixture("gpt2");
  CHECK(test::message_of([&] {
          gpt2.decode(std::vector<int>{1, 99999});
        }) == "[tokenizer] there is no token 99999: expected an id from 0 to " +
                  std::to_string(gpt2.vocabulary_size() - 1) + ".");
  CHECK(gpt2.id_of("<|endoftext|>") == gpt2.vocabulary_size() - 1);
  CHECK((!gpt2.id_of("nowhere") && gpt2.piece_of(-1) == nullptr));
  json file = fixture_json("tokenizers/wordPiece.json");
  file["truncation"]["strategy"] = "OnlySecond";
  file["truncation"]["max_length"] = 5;
  const auto second = read_pipeline(file.dump(), "t.json");
  CHECK(test::contains(test::message_of([&] { second.encode("the dog sleeps and runs"); }), "there is one"));
  CHECK(test::contains(test::message_of([&] { second.encode_pair("the dog sleeps", "and"); }),
                       "the second text"));
  CHECK(second.encode_pair("the", "dog sleeps and runs").pieces.size() == 5);
  CHECK(second.encode_pair("the", "dog sleeps and runs").total > 5);
}

TEST_CASE("any bytes are cut, in order and within the text, and come back", "[text][pipeline]") {
  test::RandomText random(21);
  for (const char* name : {"gpt2", "roberta", "llama", "t5", "albert", "clip", "prefixed", "words",
                           "wordPiece", "llama3", "expressions"}) {
    const TokenizerPipeline pipeline = fixture(name);
    for (int i = 0; i < 60; ++i) {
      const std::string text = random.pieces(20, true);
      const Encoding encoding = pipeline.encode(text);
      for (const Piece& piece : encoding.pieces)
        CHECK(
            (0 <= piece.start && piece.start <= piece.end && piece.end <= static_cast<int64_t>(text.size())));
      const std::string decoded = pipeline.decode(ids_of(encoding), true);
      if (name == std::string("gpt2") && !test::contains(text, "<"))
        CHECK(decoded == AlignedText::of(text).text());
    }
  }
}

TEST_CASE("a damaged tokenizer.json reads and cuts, or says so", "[text][pipeline]") {
  test::RandomText random(22);
  for (const char* name : {"gpt2", "t5", "albert", "clip", "words", "wordPiece", "llama3", "expressions"}) {
    const std::string whole = read_file(test::fixture_path(std::string("tokenizers/") + name + ".json"));
    const auto size = static_cast<uint32_t>(whole.size());
    for (int i = 0; i < 40; ++i) {
      std::string text = whole;
      for (uint32_t n = random.below(4); n > 0; --n)
        text[random.below(size)] = "{}[]\",:01ax\\"[random.below(13)];
      if (random.below(6) == 0) text.resize(random.below(size));
      const std::string message =
          test::message_of([&] { read_pipeline(text, "t.json").encode("The dog, 12 é\u0301 ½ <mask>"); });
      if (!message.empty() && message[0] != '[') FAIL(message);
    }
  }
}

TEST_CASE("a megabyte without a space is cut in the time of a megabyte", "[text][pipeline]") {
  const std::string text(200000, 'a');
  for (const char* name :
       {"gpt2", "llama", "t5", "albert", "prefixed", "wordPiece", "llama3", "expressions"}) {
    INFO(name);
    CHECK_FALSE(fixture(name).encode(text).pieces.empty());
  }
}

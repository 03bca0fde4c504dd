// tokenizer.json files that would make a few letters fill the memory, or take for ever: each is one message
// that names the file and the part, soon.
#include <ctime>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/text/expression.h"
#include "engine/text/pipeline/pipeline.h"
#include "engine/text/tokenizer.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/sanitized.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;
using nlohmann::json;

namespace {

// How much longer a program takes that looks at each of its own steps.
constexpr double kSlower = test::kSanitized ? 8 : 1;

template <class Action>
double seconds_of(Action action) {  // of the processor
  const std::clock_t begun = std::clock();
  action();
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

json plain_file() {
  return {{"model",
           {{"type", "BPE"},
            {"vocab", {{"e", 0}, {"<0x61>", 1}}},
            {"merges", json::array()},
            {"unk_token", "e"}}}};
}

json replace(const std::string& from, const std::string& to) {
  return {{"type", "Replace"}, {"pattern", {{"String", from}}}, {"content", to}};
}

json sequence(const char* key, const json& step, size_t count) {
  return {{"type", "Sequence"}, {key, json(count, step)}};
}

json with(const char* part, const json& value) {
  json file = plain_file();
  file[part] = value;
  return file;
}

// What reading the file, cutting a text and putting it together again says.
std::string said(const json& file, const std::string& text = std::string(4000, 'e')) {
  const std::string bytes = file.dump();
  return message_of([&] {
    const TokenizerPipeline pipeline = read_pipeline(bytes, "t.json");
    std::vector<int> ids;
    for (const Piece& piece : pipeline.encode_pair(text, text).pieces) ids.push_back(piece.id);
    (void)pipeline.decode(ids);
  });
}

}  // namespace

TEST_CASE("no tokenizer.json lets a text grow without end", "[text][pipeline]") {
  const std::string many(200'000, 'A');
  const json doubles = replace("e", "ee");
  const json one_text = {{"Sequence", {{"id", "A"}, {"type_id", 0}}}};
  const json templates = {{"type", "TemplateProcessing"},
                          {"single", json(200'000, one_text)},
                          {"pair", json::array({one_text})},
                          {"special_tokens", json::object()}};
  json few = templates;
  few["single"] = json::array({one_text});
  few["pair"] = json(5, one_text);
  json prefixed = plain_file(), unigram = plain_file();
  prefixed["model"]["continuing_subword_prefix"] = many;
  unigram["model"] = {{"type", "Unigram"},
                      {"vocab", json::array({json::array({"e", -1}), json::array({many, -2})})},
                      {"unk_id", 0}};
  json nested = doubles;
  for (int i = 0; i < 25; ++i) nested = {{"type", "Sequence"}, {"normalizers", {nested, doubles}}};
  const std::pair<json, const char*> kCases[] = {
      {with("normalizer", sequence("normalizers", doubles, 40)), "[t.json] it.normalizer.normalizers["},
      {with("normalizer", nested), "normalizers["},
      {with("normalizer", sequence("normalizers", {{"type", "NFC"}}, 5000)),
       "[t.json] it.normalizer has more than 100 steps"},
      {with("normalizer", replace("e", many)), R"([t.json] it.normalizer: "content" has 200000 bytes)"},
      {with("normalizer", replace("e", many.substr(0, 256))), "[t.json] it.normalizer makes more than"},
      {with("normalizer", replace(many, "e")),
       R"([t.json] it.normalizer.pattern: "String" has 200000 bytes)"},
      {with("normalizer", {{"type", "Prepend"}, {"prepend", many}}), R"([t.json] it.normalizer: "prepend")"},
      {with("pre_tokenizer",
            sequence("pretokenizers", {{"type", "ByteLevel"}, {"add_prefix_space", true}}, 40)),
       "[t.json] it.pre_tokenizer makes more than"},
      {with("decoder", sequence("decoders", doubles, 40)), "[t.json] it.decoder makes more than"},
      {with("decoder", replace("e", many)), R"([t.json] it.decoder: "content" has)"},
      {with("decoder", {{"type", "BPEDecoder"}, {"suffix", many}}), R"([t.json] it.decoder: "suffix" has)"},
      {with("post_processor", templates), R"([t.json] it.post_processor: "single" has 200000 places)"},
      {with("post_processor", few), "is the 5th text: expected at most 4"},
      {with("added_tokens", json::array({{{"id", 5}, {"content", many}}})),
       R"([t.json] it.added_tokens[0]: "content" has 200000 bytes)"},
      {prefixed, R"([t.json] it.model: "continuing_subword_prefix" has 200000 bytes)"},
      {unigram, "[t.json] it.model.vocab[1] has more than 1000 bytes"},
  };
  const std::string blanks = std::string(2000, 'e') + "\xC3\xA9\xC3\xA9";
  for (const auto& [file, expected] : kCases) {
    std::string message;
    const double seconds = seconds_of([&, &given = file] { message = said(given, blanks); });
    INFO(expected << ": " << message << ", " << seconds << " s");
    CHECK(contains(message, expected));
    CHECK(seconds < 2 * kSlower);
  }
}

TEST_CASE("what Unicode makes of a character is within the bounds", "[text][pipeline]") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "\xEF\xB7\xBA";  // one character of which NFKD makes eighteen
  json file = with("normalizer", sequence("normalizers", {{"type", "NFKD"}}, 3));
  file["pre_tokenizer"] = {{"type", "ByteLevel"}, {"add_prefix_space", true}};
  CHECK(said(file, text).empty());
  CHECK(said(with("normalizer", sequence("normalizers", replace("e", "\xE2\x96\x81"), 20))).empty());
}

TEST_CASE("100,000 equal letters are cut in the time of their number", "[text][pipeline]") {
  json unigram = plain_file(), added = plain_file(), word_piece = plain_file();
  json pieces = json::array(), tokens = json::array();
  for (size_t length = 1; length <= 50; ++length) pieces.push_back({std::string(length, 'a'), -1.0});
  for (size_t i = 0; i < 20; ++i)
    tokens.push_back(
        {{"id", 10 + i}, {"content", std::string(60 + i, 'a') + "b"}, {"normalized", i % 2 == 0}});
  unigram["model"] = {{"type", "Unigram"}, {"vocab", pieces}, {"unk_id", 0}};
  added["added_tokens"] = tokens;
  word_piece["model"] = {
      {"type", "WordPiece"},
      {"vocab", {{"[UNK]", 0}, {"a", 1}, {"##a", 2}, {"##" + std::string(90, 'a') + "b", 3}}},
      {"unk_token", "[UNK]"},
      {"max_input_chars_per_word", 1'000'000}};
  for (const json& file : {unigram, added, word_piece}) {
    std::string message;
    const double seconds = seconds_of([&] { message = said(file, std::string(100'000, 'a')); });
    INFO(file["model"]["type"] << " " << message << ", " << seconds << " s");
    CHECK(message.empty());
    CHECK(seconds < 5 * kSlower);
  }
}

TEST_CASE("Heed's own tokenizers take long runs of any kind in their stride", "[text][tokenizers]") {
  for (const char* unit :
       {"a", " ", "'", ".", "\"", "a'", "1,", "\xCC\x81", "e\xCC\x81\xCC\xA7", "\xE2\x80\x8D",
        "\xF0\x9F\x87\xA9", "\xF0\x9F\x98\x80", "\xCE\xA3", "<br />", "\xFF"}) {
    std::string text;
    while (text.size() < 200'000) text += unit;
    const double seconds = seconds_of([&] {
      for (const std::string& name : tokenizer_names()) (void)make_tokenizer(name)->split(text);
    });
    INFO(unit << " " << seconds << " s");
    CHECK(seconds < 5 * kSlower);
  }
}

#ifndef __EMSCRIPTEN__
TEST_CASE("an expression that is asked about every word has one time for all", "[text][expression]") {
  if (!message_of([] { compile_expression("a"); }).empty()) return;  // a build without them
  json file = plain_file();
  file["pre_tokenizer"] = {
      {"type", "Sequence"},
      {"pretokenizers",
       {{{"type", "WhitespaceSplit"}},
        {{"type", "Split"}, {"pattern", {{"Regex", "(a|aa)+$"}}}, {"behavior", "Isolated"}}}}};
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::string(24, 'a') + "! ";
  std::string message;
  const double seconds = seconds_of([&] { message = said(file, text); });
  INFO(message << ", " << seconds << " s");
  CHECK(contains(message, "takes too long"));
  CHECK(seconds < 3 * kSlower);
}
#endif

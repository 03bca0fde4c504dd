// The cut of a text step by step: what changed, what was dropped, where each part stands.
#include <nlohmann/json.hpp>

#include "engine/session/reading/tokenize.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"

using namespace heed;
using session::OpenTokenizer;
using session::Stretch;

namespace {

// "Caf[é>e]": what changed, with what stood there before it.
std::string shown(const std::vector<Stretch>& stretches, const std::string& text) {
  std::string out;
  for (const Stretch& s : stretches) {
    const auto first = static_cast<size_t>(s.start), count = static_cast<size_t>(s.end - s.start);
    out += s.changed ? "[" + text.substr(first, count) + ">" + s.text + "]" : s.text;
  }
  return out;
}

std::string words_of(const session::TokenizeSteps& steps) {
  std::string all;
  for (const Stretch& word : steps.words)
    all += (all.empty() ? "" : "|") + word.text + "@" + std::to_string(word.start);
  return all;
}

OpenTokenizer uncased() {
  return OpenTokenizer(test::source_path("assets/tokenizers/wordpiece-uncased"));
}

}  // namespace

TEST_CASE("Changed characters are told from those that stay, dropped ones are missing", "[steps]") {
  const std::string text = "Caf\u00e9\tnai\u0308ve \u4e2d!";
  const auto steps = uncased().steps(text);
  CHECK(shown(steps.normalized, text) == "[C>c]af[\u00e9>e][\t> ]naive [\u4e2d> \u4e2d ]!");
  CHECK(words_of(steps) == "cafe@0|naive@6|\u4e2d@14|!@17");
  CHECK((steps.words[0].changed && steps.words[1].changed && !steps.words[3].changed));
  CHECK(steps.pieces.front().special);
  CHECK(steps.text == text);
  CHECK(steps.decoded.rfind("cafe naive", 0) == 0);
}

TEST_CASE("Words are those that pieces name, and stand where the pieces do", "[steps]") {
  for (const std::string name : {"wordpiece-cased", "wordpiece-uncased"}) {
    const OpenTokenizer tokenizer(test::source_path("assets/tokenizers/" + name));
    CHECK((tokenizer.kind() == "WordPiece" && tokenizer.size() == 8000));
    const auto steps = tokenizer.steps("Transformer models [MASK] powerful \U0001f9a6.");
    for (const session::Token& piece : steps.pieces) {
      CHECK(piece.special == !piece.word.has_value());
      if (!piece.word) continue;
      const Stretch& word = steps.words.at(static_cast<size_t>(*piece.word));
      CHECK((word.start <= piece.start && piece.end <= word.end));
    }
    CHECK(shown(steps.normalized, steps.text).find("[MASK]") != std::string::npos);
    CHECK(tokenizer.steps("").normalized.empty());
    CHECK(tokenizer.steps("", false).pieces.empty());
  }
}

TEST_CASE("Byte pieces, pieces with signs for blanks, and Heed's own tokenizers have their steps",
          "[steps]") {
  const auto bytes = OpenTokenizer::from_bytes("bytes", R"({"added_tokens": [], "normalizer": null,
    "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false}, "decoder": {"type": "ByteLevel"},
    "model": {"type": "BPE", "vocab": {"a": 0, "Ġ": 1, "Ã": 2, "©": 3, "Ġa": 4}, "merges": ["Ġ a"]}})");
  const auto steps = bytes.steps("\u00e9 a");
  CHECK(words_of(steps) == "Ã©@0|Ġa@2");
  CHECK((steps.pieces.size() == 3 && steps.pieces[1].start == 0 && steps.pieces[1].end == 2));
  CHECK(steps.decoded == steps.text);
  const auto plain = OpenTokenizer("basic_english").steps("Hello, World");
  CHECK(words_of(plain) == "hello@0|,@5|world@7");
  CHECK((plain.decoded == "hello , world" && !plain.pieces[0].id));
  const OpenTokenizer own(test::source_path("assets/models/enron-request"));
  CHECK(own.steps("Send it.").decoded == "send it .");
}

TEST_CASE("Steps as JSON, and bytes that are no tokenizer", "[steps]") {
  const nlohmann::json written = to_json(uncased().steps("Hi"));
  CHECK(written["normalized"][0] ==
        nlohmann::json{{"text", "h"}, {"start", 0}, {"end", 1}, {"changed", true}});
  CHECK(written["words"][0]["text"] == "hi");
  CHECK(written["pieces"][0]["text"] == "[CLS]");
  CHECK(written["decoded"] == "hi");
  const auto said = [](const std::string& bytes, std::optional<bool> cased = {}) {
    return test::message_of([&] { OpenTokenizer::from_bytes("given", bytes, cased); });
  };
  CHECK(test::contains(said("{\"model\": 3}"), "[given]"));
  CHECK(test::contains(said("a\nb\n"), "[UNK]"));
  CHECK(test::contains(said("{}", true), "no vocab.txt"));
  CHECK(said("[UNK]\na\nB\n") == "");
}

// Training of WordPiece vocabularies: merges by hand, ties, the alphabet's limit, and a whole run.
#include "engine/tasks/word_piece.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/random.h"
#include "engine/session/reading/tokenize.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using Pieces = std::vector<std::string>;

namespace {

WordPieceTraining small(size_t pieces, int64_t min_frequency = 2) {
  WordPieceTraining options;
  options.pieces = pieces;
  options.min_frequency = min_frequency;
  options.special_tokens = {"[UNK]"};
  return options;
}

Pieces trained(const WordCounts& words, const WordPieceTraining& options, int merges_at_once = 1) {
  WordPieceTrainer trainer(words, options);
  while (trainer.step(merges_at_once)) {
  }
  return trainer.pieces();
}

WordCounts drawn_words(Random& random) {
  WordCounts words;
  for (int n = 0; n < 60; ++n) {
    std::string word;
    for (int i = 0; i < 1 + static_cast<int>(random.below(8)); ++i)
      word += Pieces{"a", "b", "c", "é", "本"}[random.below(5)];
    words[word] += 1 + static_cast<int64_t>(random.below(9));
  }
  return words;
}

}  // namespace

TEST_CASE("Pairs are merged by how often they occur, counted anew after every merge", "[wordpiece]") {
  // ##u ##g 10+5+5 = 20, ##u ##n 12+4 = 16; then h ##ug 15, p ##un 12, ##ug ##s 5, p ##ug 5, b ##un 4.
  const WordCounts words = {{"hug", 10}, {"pug", 5}, {"pun", 12}, {"bun", 4}, {"hugs", 5}};
  const Pieces alphabet = {"[UNK]", "b", "g", "h", "n", "p", "s", "u", "##g", "##n", "##s", "##u"};
  const Pieces merged = {"##ug", "##un", "hug", "pun", "pug", "hugs", "bun"};
  Pieces all = alphabet;
  for (size_t n = 0; n <= merged.size(); ++n) {
    CHECK(trained(words, small(alphabet.size() + n)) == all);
    if (n < merged.size()) all.push_back(merged[n]);
  }
  CHECK(trained(words, small(1000, 5)).back() == "hugs");  // the 4 of "bun" are too few
  CHECK(trained(words, small(1000, 1)) == trained(words, small(1000, 1), 1000));
}

TEST_CASE("Pairs that overlap are counted where they stand", "[wordpiece]") {
  // ##a ##a twice in each: the left one is merged, a ##aa ##a; then a ##aa 4 before ##aa ##a 4, by ids.
  const Pieces pieces = trained({{"aaaa", 3}, {"aaaab", 1}}, small(1000));
  CHECK(pieces == Pieces{"[UNK]", "a", "b", "##a", "##b", "##aa", "aaa", "aaaa"});
}

TEST_CASE("Equally frequent pairs go by the ids of their pieces", "[wordpiece]") {
  CHECK(trained({{"ba", 2}, {"ab", 2}}, small(7)) == Pieces{"[UNK]", "a", "b", "##a", "##b", "ab", "ba"});
}

TEST_CASE("Rare characters are left out of the alphabet", "[wordpiece]") {
  WordPieceTraining options = small(1000, 1);
  options.alphabet = 2;
  CHECK(trained({{"axb", 2}, {"ba", 3}, {"xy", 1}}, options) ==
        Pieces{"[UNK]", "a", "b", "##a", "##b", "ba", "ab"});
  options.pieces = 4;
  CHECK(trained({{"ab", 1}}, options) == Pieces{"[UNK]", "a", "b", "##b"});
  options.pieces = 3;
  CHECK(test::contains(test::message_of([&] {
                         WordPieceTrainer({{"ab", 1}}, options);
                       }),
                       "are 4 pieces already"));
  CHECK(trained({}, small(10)) == Pieces{"[UNK]"});
}

TEST_CASE("Every merged piece is two earlier ones, and every word is cut into known pieces", "[wordpiece]") {
  const test::TempFolder folder;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const WordCounts words = drawn_words(random);
    const Pieces pieces = trained(words, small(60, 1), 7);
    CHECK(pieces == trained(words, small(60, 1), 3));
    Pieces seen;
    std::string file;
    for (const std::string& piece : pieces) {
      const std::string plain = piece.substr(piece.rfind("##", 0) == 0 ? 2 : 0);
      const std::string first = piece.substr(0, piece.size() - plain.size());
      const bool is_whole = piece == "[UNK]" || plain.size() == 1 || plain == "é" || plain == "本";
      const auto is_seen = [&](const std::string& part) {
        return std::find(seen.begin(), seen.end(), part) != seen.end();
      };
      bool is_merged = false;
      for (size_t cut = 1; cut < plain.size(); ++cut)
        is_merged = is_merged || (is_seen(first + plain.substr(0, cut)) && is_seen("##" + plain.substr(cut)));
      CHECK((is_whole || is_merged));
      seen.push_back(piece);
      file += piece + "\n";
    }
    const auto tokenizer = session::OpenTokenizer::from_bytes("vocab.txt", file, true);
    for (const std::string& piece : pieces)
      if (piece != "[UNK]" && piece.rfind("##", 0) != 0 && piece.find("本") == std::string::npos)
        CHECK(tokenizer.tokenize(piece).tokens.size() == 1);
    for (const auto& [word, count] : words)
      for (const session::Token& token : tokenizer.tokenize(word).tokens) CHECK(token.known);
  }
}

TEST_CASE("A run leaves a tokenizer.json that cuts, and says how well", "[wordpiece]") {
  const test::TempFolder folder;
  session::TrainOptions options;
  options.recipe = test::source_path("assets/recipes/wordpiece.json");
  options.data = {folder.write("corpus.txt", "Low lower lowest\nnew newer newest <unk> café\nlow low\n")};
  options.test = {folder.write("test.csv", "text,label\nthe lowest café,a\n")};
  options.out = folder.path("pieces");
  options.set = {"model.pieces=60", "data.format=csv"};
  session::TrainingRun run(options);
  CHECK(test::contains(run.description(), "9 words, 7 different ones"));
  while (run.step()) {
  }
  CHECK(run.progress().counts == std::string("pieces"));
  const nlohmann::json result = run.finish();
  CHECK(result["test"].is_null());
  CHECK(result["held_out"][0]["words"] == 3);
  CHECK(result["held_out"][0]["unknown"] == 1);  // "the": no h
  CHECK(test::contains(run.report(), "this one"));
  CHECK(test::contains(folder.read("pieces/README.md"), "| this one | "));
  CHECK(folder.names("pieces") == Pieces{"README.md", "tokenizer.json", "tokenizer_config.json"});
  const session::OpenTokenizer tokenizer(options.out);
  CHECK(tokenizer.kind() == "WordPiece");
  const auto tokens = tokenizer.tokenize("Lower CAFÉ").tokens;
  REQUIRE(tokens.size() >= 4);
  CHECK((tokens.front().text == "[CLS]" && tokens.front().id == 2 && tokens[1].text == "low"));
  CHECK_THROWS(run.snapshot());
  options.set = {"model.lower_case=false", "model.pieces=60"};
  CHECK(test::contains(session::TrainingRun(options).description(), "as they are written"));
  options.set = {"model.width=3"};
  CHECK(test::contains(test::message_of([&] { session::TrainingRun{options}; }), "model.width"));
  options.resume = true;
  CHECK(test::contains(test::message_of([&] { session::TrainingRun{options}; }), "no checkpoint"));
}

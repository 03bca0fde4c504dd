#include "engine/text/vocabulary.h"

#include "engine/base/error.h"
#include "tests/engine/catch.h"

using heed::TokenCounts;
using heed::Vocabulary;
using heed::VocabularyOptions;

namespace {

TokenCounts counts_of(std::initializer_list<const char*> tokens) {
  TokenCounts counts;
  for (const char* token : tokens) counts.add(token);
  return counts;
}

std::vector<std::string> tokens_of(const Vocabulary& vocabulary) {
  std::vector<std::string> tokens;
  for (const auto& entry : vocabulary.entries()) tokens.push_back(entry.token);
  return tokens;
}

using Tokens = std::vector<std::string>;

}  // namespace

TEST_CASE("the lesson's vocabulary: <PAD>, <UNK>, ties as met", "[text][vocabulary]") {
  const TokenCounts counts = counts_of({"wet", "b", "a", "z", "a", "wet", "<UNK>", "c"});
  const Vocabulary v = Vocabulary::build(counts, VocabularyOptions::of_lesson(5));
  CHECK(tokens_of(v) == Tokens{"<PAD>", "<UNK>", "wet", "a", "b"});
  CHECK(v.unknown_id() == 1);
  CHECK(v.least_count() == 1);
  CHECK(Vocabulary::build(counts, VocabularyOptions::of_lesson(4)).least_count() == 2);
  CHECK(Vocabulary::build(counts, VocabularyOptions::of_lesson(0)).size() == 7);
  CHECK(Vocabulary::build(TokenCounts{}).least_count() == 0);
}

TEST_CASE("a vocabulary is ordered by count, then by bytes", "[text][vocabulary]") {
  const Vocabulary v = Vocabulary::build(counts_of({"b", "a", "é", "z", "a", "Z", "é", "<pad>"}));
  CHECK(tokens_of(v) == Tokens{"<unk>", "<pad>", "a", "é", "Z", "b", "z"});
  CHECK(v.size() == 7);
  CHECK(v.unknown_id() == 0);
  CHECK(v.id("a") == 2);
  CHECK(v.id("never seen") == 0);
  CHECK_FALSE(v.find("never seen").has_value());
  CHECK(v.find("<pad>") == 1);
  CHECK(v.token(3) == "é");
  CHECK(v.entries()[2].count == 2);
  CHECK(v.entries()[1].count == 1);
  CHECK(v.entries()[1].special);
  CHECK_FALSE(v.entries()[2].special);
}

TEST_CASE("a vocabulary is limited by count and by size", "[text][vocabulary]") {
  const TokenCounts counts = counts_of({"a", "a", "a", "b", "b", "c", "c", "d"});
  VocabularyOptions options;
  options.min_freq = 2;
  CHECK(tokens_of(Vocabulary::build(counts, options)) == Tokens{"<unk>", "<pad>", "a", "b", "c"});
  options.max_size = 4;
  CHECK(tokens_of(Vocabulary::build(counts, options)) == Tokens{"<unk>", "<pad>", "a", "b"});
  options.max_size = 1;
  CHECK_THROWS_WITH(Vocabulary::build(counts, options), Catch::Contains("max_size is 1"));
  options = {.specials = {"<PAD>", "<UNK>"}, .unknown = "<UNK>"};
  const Vocabulary lesson = Vocabulary::build(counts, options);
  CHECK(lesson.unknown_id() == 1);
  CHECK(lesson.id("a") == 2);
  CHECK(lesson.id("x") == 1);
}

TEST_CASE("a vocabulary is built from tokenized texts", "[text][vocabulary]") {
  const Vocabulary v = Vocabulary::build({{{"to", 0, 2}, {"be", 3, 5}}, {{"to", 0, 2}}, {}});
  CHECK(tokens_of(v) == Tokens{"<unk>", "<pad>", "to", "be"});
  CHECK(tokens_of(Vocabulary::build(TokenCounts{})) == Tokens{"<unk>", "<pad>"});
}

TEST_CASE("a vocabulary finds every one of many tokens", "[text][vocabulary]") {
  TokenCounts counts;
  for (int i = 0; i < 20000; ++i) counts.add("token" + std::to_string(i));
  const Vocabulary v = Vocabulary::build(counts);
  REQUIRE(v.size() == 20002);
  for (int id = 0; id < v.size(); ++id)
    if (v.id(v.token(id)) != id) FAIL("token " << id);
}

TEST_CASE("a wrong vocabulary says what is wrong", "[text][vocabulary]") {
  CHECK_THROWS_WITH(Vocabulary({{"<unk>"}, {"a"}, {"a"}}, "<unk>"),
                    "[vocabulary] the token \"a\" has the ids 1 and 2: expected each token once.");
  CHECK_THROWS_WITH(
      Vocabulary({{"a"}}, "<unk>"),
      "[vocabulary] the unknown token \"<unk>\" is not one of the 1 tokens: add it to the special tokens.");
  const Vocabulary v = Vocabulary::build(TokenCounts{});
  CHECK_THROWS_WITH(v.token(2), "[vocabulary] there is no token 2: expected an id from 0 to 1.");
  CHECK_THROWS_AS(v.token(-1), heed::Error);
}

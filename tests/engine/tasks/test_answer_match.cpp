// Exact match and F1 of answers: what evaluate-v1.1.py of SQuAD gives for the same words.
#include "engine/tasks/answer_match.h"

#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("Answers are compared without case, punctuation, articles and spaces", "[tasks][questions]") {
  const std::pair<const char*, const char*> cases[] = {
      {"The  Eiffel-Tower, in a\tPARIS!", "eiffeltower in paris"},
      {"an A–the end", "– end"},
      {"Théâtre  ÖLE the", "théâtre öle"},
      {"a's b", "as b"},
      {"the", ""},
      {"1,000 km (a)", "1000 km"},
      {"ＡＮ apple", "ａｎ apple"},
      {" the“a”an x", "“ ” x"},
      {"", ""}};
  for (const auto& [given, wanted] : cases) CHECK(normalised_answer(given) == wanted);
}

TEST_CASE("Exact match and F1 are the best over all answers", "[tasks][questions]") {
  CHECK(match_answer("the old man", {"old man walks"}).f1 == Approx(0.8));
  CHECK(match_answer("the old man", {"old man walks"}).exact == 0);
  CHECK(match_answer("a river a river", {"river"}).f1 == Approx(2.0 / 3));
  CHECK(match_answer("x y x", {"x x z"}).f1 == Approx(2.0 / 3));
  CHECK(match_answer("green", {"cold"}).f1 == 0);
  CHECK(match_answer("the", {"a"}).exact == 1);  // both are nothing, and share no word
  CHECK(match_answer("the", {"a"}).f1 == 0);
  const AnswerMatch best = match_answer("Old man.", {"river", "an old man", "old man walks"});
  CHECK(best.exact == 1);
  CHECK(best.f1 == 1);
  CHECK(match_answer("x", {}).f1 == 0);
}

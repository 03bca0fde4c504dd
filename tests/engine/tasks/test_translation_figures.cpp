// BLEU and chrF by hand, and the tokens that BLEU counts.
#include "engine/tasks/translation_figures.h"

#include <cmath>

#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("13a tokens", "[translation]") {
  using Tokens = std::vector<std::string>;
  CHECK(tokens_13a("Hello, world! It's 3.14 (don't) 1990-2000.") ==
        Tokens{"Hello", ",", "world", "!", "It's", "3.14", "(", "don't", ")", "1990", "-", "2000", "."});
  CHECK(tokens_13a("well-known  &quot;Grüße&quot; a.. 5,") ==
        Tokens{"well-known", "\"", "Grüße", "\"", "a", ".", ".", "5", ","});
  CHECK(tokens_13a("").empty());
}

TEST_CASE("BLEU counts n-grams up to four, zeros smoothed, and short texts less", "[translation]") {
  const Bleu found = bleu({{"the cat sat on the mat", "the cat is on the mat"}});
  CHECK(found.score == Approx(100 * std::pow(5.0 / 6 * 3 / 5 * 1 / 4 * 1 / 6, 0.25)));
  CHECK(found.length_ratio == Approx(1));
  CHECK(bleu({{"a b c d e", "a b c d e"}}).score == Approx(100));
  // Everything is right, and a word is missing.
  CHECK(bleu({{"a b c d", "a b c d e"}}).score == Approx(100 * std::exp(1 - 5.0 / 4)));
  // Counts are those of the corpus, not means of sentences.
  CHECK(bleu({{"a b c d e", "a b c d e"}, {"x", "y"}}).score == Approx(100 * std::pow(5.0 / 6, 0.25)));
  CHECK(bleu({{"x y z", "a b c"}}).score == 0);
  CHECK(bleu({{"", "a b c"}}).score == 0);
  CHECK(bleu({}).score == 0);
}

TEST_CASE("chrF counts characters up to six, without blanks", "[translation]") {
  CHECK(chrf({{"abc", "abd"}}) == Approx(100 * (2.0 / 3 + 1.0 / 2) / 3));
  CHECK(chrf({{"a b c", "abc"}}) == Approx(100));
  CHECK(chrf({{"ü", "ü"}}) == Approx(100));
  CHECK(chrf({{"x", "y"}}) == 0);
  // P = 1, R = 1/2 of single characters: F2 = 5/9.
  CHECK(chrf({{"a", "ab"}}) == Approx(100 * 5 * 0.5 / (4 + 0.5)));
  CHECK(chrf({}) == 0);
}

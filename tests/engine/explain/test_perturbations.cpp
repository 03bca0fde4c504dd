// Changes of sentences, as strings.
#include "engine/explain/perturbations.h"

#include <algorithm>

#include "tests/engine/catch.h"

using namespace heed;
using namespace heed::explain;

namespace {

std::optional<std::string> changed(const std::string& name, const std::string& text, uint64_t seed = 1) {
  for (const Perturbation& by : perturbations())
    if (name == by.name) {
      Random random(seed);
      return by.apply(text, random);
    }
  FAIL(name);
  return std::nullopt;
}

}  // namespace

TEST_CASE("A typo exchanges two letters inside a word", "[explain]") {
  const std::string text = "Send the report to me";
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const std::string typo = changed("typo", text, seed).value();
    REQUIRE(typo.size() == text.size());
    const auto [a, b] = std::mismatch(text.begin(), text.end(), typo.begin());
    CHECK(*a == *(b + 1));
    CHECK(*(a + 1) == *b);
    CHECK(std::equal(a + 2, text.end(), b + 2));
    CHECK(*a != 'S');  // never the first letter
    CHECK(*(a + 1) != ' ');
  }
  CHECK_FALSE(changed("typo", "It is so!").has_value());
}

TEST_CASE("Letters outside of ASCII stay what they are", "[explain]") {
  CHECK(changed("lower case", "Ok ÄB").value() == "ok Äb");
  CHECK(changed("upper case", "Ok, now").value() == "OK, NOW");
  CHECK_FALSE(changed("lower case", "all small, 3 é").has_value());
}

TEST_CASE("A name becomes another name", "[explain]") {
  const std::string other = changed("name", "Ask Mary or Tom.").value();
  CHECK(other.rfind("Ask ", 0) == 0);
  CHECK(other.find("Mary") == std::string::npos);
  CHECK(other.find(" or Tom.") != std::string::npos);
  CHECK_FALSE(changed("name", "Ask Maryland.").has_value());
  for (uint64_t seed = 0; seed < 60; ++seed) CHECK(changed("name", "Olga", seed) != std::string("Olga"));
}

TEST_CASE("A sentence is negated, or its negation taken away", "[explain]") {
  CHECK(changed("negation", "This is good.").value() == "This is not good.");
  CHECK(changed("negation", "You CAN come").value() == "You CAN not come");
  CHECK(changed("negation", "It was not bad.").value() == "It was bad.");
  CHECK_FALSE(changed("negation", "Wonderful film!").has_value());
  CHECK_FALSE(changed("negation", "Canned fish").has_value());
}

// The sections about mechanisms: two sentences, and the lab.
#include <algorithm>

#include "tests/engine/catch.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

namespace {

const session::Attended& shown(const Attending& section, const std::string& mechanism) {
  const AttendAnswer* answer = section.answer(mechanism);
  REQUIRE(answer != nullptr);
  INFO(answer->problem);
  REQUIRE(answer->attended.has_value());
  return *answer->attended;
}

// With the vectors that ship, which the recipes' folder leads to.
void opened(test::Driver& driver, const std::string& tab, const Attending& section) {
  driver.click(tab);
  REQUIRE(driver.until([&] { return !section.answers().empty() && !section.stale(); }));
}

}  // namespace

TEST_CASE("Two sentences: every mechanism, from the shipped vectors to a file of the user's", "[attend]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  Attending& two = work.two_sentences;
  opened(driver, "Two sentences", two);
  CHECK(shown(two, "scaled-dot").T == 9);
  CHECK(driver.sees("Two sentences map"));
  CHECK(driver.sees("Vectors"));
  driver.picture("two-sentences");
  driver.choose("Mechanism", "multi-head");
  REQUIRE(driver.until([&] { return two.answer("multi-head") && !two.stale(); }));
  CHECK(shown(two, "multi-head").H == 2);
  driver.choose("Mechanism", "additive-positionwise");  // nine words and twelve
  REQUIRE(driver.until([&] { return driver.sees("problem"); }));
  driver.choose("Mechanism", "dot");

  const std::string file =
      driver.folder().write("tiny.txt", "one 1 0\ntwo 0 1\nthree 1 1\nbroken 1\nfour -1 0.5\n");
  driver.drop(file);
  driver.type("Query text", "one two");
  driver.type("Key text", "three nowhere");
  REQUIRE(driver.until([&] {
    const AttendAnswer* dot = two.answer("dot");
    return !work.vectors.loading && !two.stale() && dot && dot->attended && dot->attended->D == 2 &&
           dot->attended->scores == std::vector<float>{1, 0, 1, 0};
  }));
  CHECK(shown(two, "dot").missing == std::vector<std::string>{"nowhere"});
  CHECK(driver.sees("Missing"));
  driver.type("Key text", "four two");  // words that were not asked for before: the file is read again
  REQUIRE(driver.until(
      [&] { return !work.vectors.loading && !two.stale() && shown(two, "dot").missing.empty(); }));
  CHECK(shown(two, "dot").scores == std::vector<float>{-1, 0, 0.5f, 1});
  driver.drop(driver.folder().path("nowhere.txt"));
  REQUIRE(driver.until([&] { return driver.sees("problem"); }));
  CHECK(work.vectors.problem.find("nowhere.txt") != std::string::npos);
  CHECK(shown(two, "dot").D == 2);  // what was there stays
}

TEST_CASE("The lab: mechanisms side by side, drawn again, and step by step", "[attend]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  opened(driver, "Lab", work.lab);
  const auto all = session::mechanisms();
  REQUIRE(
      static_cast<ptrdiff_t>(work.lab.answers().size()) ==
      std::count_if(all.begin(), all.end(), [](const auto* entry) { return entry->traits.side_by_side; }));
  for (const AttendAnswer& answer : work.lab.answers()) {
    INFO(answer.mechanism);
    CHECK(shown(work.lab, answer.mechanism).distance.size() == 11);
  }
  driver.picture("lab");
  const auto before = shown(work.lab, "scaled-dot").weights;
  driver.drag("Temperature", 0.2f, 0.9f);
  REQUIRE(driver.until([&] { return !work.lab.stale() && shown(work.lab, "scaled-dot").weights != before; }));
  CHECK(shown(work.lab, "scaled-dot").entropy[0] > 1);

  driver.click("Random tensors");
  REQUIRE(driver.until([&] { return !work.lab.stale() && shown(work.lab, "dot").T == 3; }));
  work.lab.question.options.temperature = 1;
  REQUIRE(
      driver.until([&] { return std::abs(shown(work.lab, "scaled-dot").weights[0] - 0.3017341f) < 1e-6f; }));
  driver.click("scaled-dot");
  driver.wheel("Map of scaled-dot", -60);
  CHECK(driver.sees("step weights"));
  CHECK(driver.sees("Arithmetic"));
  driver.picture("lab-steps");
}

TEST_CASE("What was compared is there at the next start", "[attend]") {
  std::shared_ptr<test::TempFolder> kept;
  {
    test::Driver driver;
    opened(driver, "Two sentences", driver.workspace().two_sentences);
    driver.type("Query text", "the dog slept");
    driver.choose("Mechanism", "general");
    kept = driver.kept();
    driver.close();
  }
  test::Driver again({}, kept);
  opened(again, "Two sentences", again.workspace().two_sentences);
  CHECK(shown(again.workspace().two_sentences, "general").query_tokens.size() == 3);
}

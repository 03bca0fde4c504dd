// What models of every kind find in a sentence.
#include <algorithm>
#include <filesystem>

#include "native/studio/parts/units.h"
#include "tests/engine/catch.h"
#include "tests/native/studio/explored.h"

using namespace heed;
using namespace heed::studio;
using test::read_with;

TEST_CASE("A masked language model fills masks, by a click too", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  read_with(driver, "pretrained/heed-small", "The capital of France is a large city.");
  CHECK(work.explorer.finds() == session::Finds::kWords);
  driver.click("Mask the longest word");
  REQUIRE(driver.until([&] { return work.findings.filled().has_value(); }));
  CHECK(work.explorer.sentence() == "The [MASK] of France is a large city.");
  REQUIRE(work.findings.filled()->masks.size() == 1);
  const std::string word = work.findings.filled()->masks[0].candidates[1].token;
  driver.frames(2);
  driver.picture("masked-word");
  driver.click("class " + word);
  CHECK(work.explorer.sentence() == "The " + word + " of France is a large city.");
}

TEST_CASE("A model that writes says what may come next, and writes on", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  read_with(driver, "pretrained/heed-writer", "The river flows to the");
  CHECK(work.explorer.finds() == session::Finds::kNext);
  REQUIRE(driver.until([&] { return work.writing.found().next.size() == 8; }, 60));
  const session::NextToken first = work.writing.found().next[0];
  driver.frames(2);
  driver.picture("next-word");
  driver.click("class " + first.text);
  CHECK(work.explorer.sentence() == "The river flows to the" + first.text);
  const auto rests = [&] { return !work.explorer.stale() && !work.analyses.busy(); };
  REQUIRE(driver.until(rests, 60));
  // All of the six tokens but the first surprised somehow, and some layer says what the whole network says.
  const Writing::Found& found = work.writing.found();
  REQUIRE(found.given.size() == work.explorer.analysis()->tokens.size());
  for (size_t i = 1; i < found.given.size(); ++i) CHECK(found.given[i].probability > 0);
  CHECK(found.lens.back().candidates.front().id == found.next.front().id);
  CHECK(found.lens.back().said.probability == Approx(found.next.front().probability).margin(1e-4));
  CHECK(!found.parts.empty());
  const auto down_to = [&](const std::string& label) {
    for (int i = 0; i < 40 && !driver.sees(label); ++i) driver.wheel("column sentence", -2);
    REQUIRE(driver.sees(label));
  };
  down_to("Parts");
  driver.picture("next-word-why");
  for (int i = 0; i < 60; ++i) driver.wheel("column sentence", 2);
  down_to("Write on");
  driver.click("Write on");
  REQUIRE(driver.until([&] { return !work.writing.going() && rests(); }, 60));
  CHECK(work.writing.written() == 20);
  CHECK(work.writing.rate() > 1);
  const std::string written = work.explorer.sentence();
  CHECK(written.size() > ("The river flows to the" + first.text).size() + 20);

  // It stops when it is told to, and gives way to who types.
  work.writing.tokens = 1000;
  driver.frames(2);
  driver.click("Write on");
  REQUIRE(driver.until([&] { return work.writing.written() > 2; }, 60));
  down_to("Stop writing");
  driver.click("Stop writing");
  REQUIRE(driver.until([&] { return !work.writing.going() && rests(); }, 60));
  CHECK(work.writing.written() < 900);
  work.explorer.write("The river flows");  // what was written may have filled the model
  REQUIRE(driver.until(rests, 60));
  driver.click("Write on");
  REQUIRE(driver.until([&] { return work.writing.written() > 2; }, 60));
  work.explorer.write("Once");
  REQUIRE(driver.until([&] { return !work.writing.going() && rests(); }, 60));
  CHECK(work.explorer.sentence() == "Once");
}

TEST_CASE("A model that writes another text shows it with what each token looked at", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  read_with(driver, "models/dates", "14 mars 1987");
  CHECK(work.explorer.finds() == session::Finds::kTarget);
  REQUIRE(work.explorer.translation());
  CHECK(work.explorer.translation()->target == "1987-03-14");
  const session::AttentionMap& map = *work.explorer.map();
  CHECK(map.S == static_cast<int64_t>(work.explorer.analysis()->tokens.size()));
  CHECK(map.T == static_cast<int64_t>(work.explorer.translation()->target_tokens.size()));
  CHECK(driver.sees("Attention map"));
  driver.picture("translated");
  driver.click_at("Attention map", 0.5f, 0.5f);
  CHECK(driver.sees("Readout"));

  // Another token in the first one's place: what is written goes on from it, until one lets it choose.
  driver.click("target 1");
  driver.frames(2);
  const session::NextToken other = work.explorer.translation()->candidates[0][1];
  driver.picture("translated-candidates");
  driver.click("class " + other.text);
  REQUIRE(driver.until([&] { return !work.explorer.stale(); }));
  CHECK(work.explorer.translation()->target_tokens[0].id == other.id);
  CHECK(work.explorer.translation()->target.starts_with(other.text));
  driver.click("beam");
  driver.frames(2);
  driver.picture("translated-otherwise");
  CHECK(driver.sees("Beam"));
  driver.click("Let it choose");
  REQUIRE(driver.until([&] { return !work.explorer.stale(); }));
  CHECK(work.explorer.translation()->target == "1987-03-14");
  driver.type("Sentence", "");
  REQUIRE(driver.until([&] { return !work.explorer.stale(); }));
  CHECK(work.explorer.problem() == "");
}

TEST_CASE("Maps are shown by words, without special tokens, and all heads at once", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  read_with(driver, "pretrained/heed-small", "Unbelievably, the hydrologist measured the riverbanks.");
  CHECK(work.explorer.layer == work.explorer.layers() - 1);  // of which the pairs are told
  const size_t tokens = work.explorer.analysis()->tokens.size();
  driver.picture("pieces");
  driver.click("Special tokens");
  driver.click("Whole words");
  driver.frames(2);
  driver.picture("whole-words");
  const Units words = units_of(*work.explorer.analysis(), false, true);
  REQUIRE(words.members.size() + 2 < tokens);
  driver.click_at("Attention map", 0.5f, 0.6f);
  REQUIRE(work.explorer.pointing.pin);
  CHECK(words.of(work.explorer.pointing.pin->query) >= 0);
  CHECK(driver.sees("Readout"));
  driver.click("All heads");
  driver.frames(2);
  REQUIRE(driver.sees("head 1.0"));
  driver.picture("all-heads");
  driver.click("head 1.0");
  CHECK(work.explorer.layer == 1);
  CHECK(work.explorer.head == 0);
  CHECK_FALSE(work.explorer.all_heads);
  CHECK(driver.sees("Attention map"));
}

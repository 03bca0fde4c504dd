// What is beside a sentence: its file, its words, sentences like it, its pieces.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/engine/catch.h"
#include "tests/native/studio/explored.h"

using namespace heed;
using namespace heed::studio;
using test::read_with;
using test::ready;

TEST_CASE("A sentence of which no word is known is said to be so", "[explore]") {
  test::Driver driver;
  read_with(driver, "models/enron-request", "Zorblax frumious quintaple vorpal snicker.");
  CHECK(driver.sees("No word is known"));
  driver.type("Sentence", "Zorblax, please send it.");
  REQUIRE(driver.until([&] { return !driver.workspace().explorer.stale(); }));
  CHECK_FALSE(driver.sees("No word is known"));
}

TEST_CASE("The map is saved as numbers, as a picture, for programs and as a page", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.click("Explore");
  ready(driver);
  driver.type("Sentence", "please send \"it\", today");
  REQUIRE(driver.until([&] { return !work.explorer.stale(); }));
  const size_t T = work.explorer.analysis()->tokens.size();
  for (const std::string name : {"map.csv", "map.png", "map.json", "map.html"}) {
    work.explorer.saved.file = driver.folder().path(name);
    driver.click("Save the map");
    driver.frames(2);
    driver.click("Use this name");
    REQUIRE(driver.until([&] { return work.explorer.saved.note.find(name) != std::string::npos; }));
    CHECK(work.explorer.saved.note.starts_with("It is in"));
  }
  const std::string csv = driver.folder().read("map.csv");
  CHECK(csv.starts_with("query \\ key,please,send,"));
  CHECK(csv.find(",\",\",today\r\n") != std::string::npos);  // what holds a comma is quoted
  CHECK(static_cast<size_t>(std::count(csv.begin(), csv.end(), '\n')) == T + 1);
  CHECK(driver.folder().read("map.png").substr(1, 3) == "PNG");
  const auto json = nlohmann::json::parse(driver.folder().read("map.json"));
  CHECK(json["tokens"].size() == T);
  CHECK(json["attention"][0]["weights"][0].size() == T);
  CHECK(driver.folder().read("map.html").find("</html>") != std::string::npos);
  driver.picture("map-saved");
  driver.click("Map for spreadsheets");
  driver.type("Sentence", "=sum send -5");
  REQUIRE(driver.until([&] { return !work.explorer.stale(); }));
  work.explorer.saved.file = driver.folder().path("for-spreadsheets.csv");
  driver.click("Save the map");
  driver.frames(2);
  driver.click("Use this name");
  CHECK(driver.folder().read("for-spreadsheets.csv").starts_with("query \\ key,'=sum,send,-5\r\n'=sum,"));
  work.explorer.saved.file = driver.folder().path("map.pdf");
  driver.click("Save the map");
  driver.frames(2);
  driver.click("Use this name");
  CHECK(work.explorer.saved.note.find(".csv, .html, .json") != std::string::npos);
}

TEST_CASE("Training sentences that are most like the sentence follow it", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  std::string csv = "text,label\n";
  for (int i = 0; i < 200; ++i)
    csv += (i % 2 ? "please send report " : "we had lunch ") + std::to_string(i) +
           (i % 2 ? ",request\n" : ",no_request\n");
  driver.drop(driver.folder().write("mails.csv", csv));
  REQUIRE(driver.until([&] { return !work.data.empty() && !work.files.busy(); }));
  driver.click("Explore");
  ready(driver);
  const auto below = [&](const std::string& label) {
    for (int i = 0; i < 30 && !driver.sees(label); ++i) driver.wheel("column sentence", -2);
    REQUIRE(driver.sees(label));
  };
  below("Find nearest in the file");
  driver.click("Find nearest in the file");
  REQUIRE(driver.until([&] { return work.nearest.ready() && !work.nearest.near().empty(); }));
  CHECK(work.nearest.rows() == 200);
  below("Nearest rows");
  driver.picture("nearest");
  CHECK(work.nearest.near()[0].label == "request");
  driver.click("near 3");
  REQUIRE(
      driver.until([&] { return !work.nearest.near().empty() && work.nearest.near()[0].distance < 1e-5; }));
  CHECK(work.explorer.sentence() == work.nearest.near()[0].text);

  // A model that was trained here reads its own training part.
  driver.click("Train");
  driver.choose("Recipe", "enron-tutorial");
  work.form.set("training.epochs", 4);
  driver.click("Start");
  const std::shared_ptr<Run> run = work.runs.runs().back();
  REQUIRE(
      driver.until([&] { return run->ended() && !work.files.busy() && !work.explorer.folder().empty(); }));
  driver.click("Explore");
  driver.frames(2);
  CHECK_FALSE(work.nearest.ready());  // those were of another model
  below("Find nearest");
  driver.click("Find nearest");
  REQUIRE(driver.until([&] { return work.nearest.ready(); }));
  CHECK(work.nearest.problem == "");
  CHECK(work.nearest.rows() == 160);
}

TEST_CASE("Two tokenizers cut a text side by side", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.click("Tokenizer");
  const auto cut = [&](size_t side) {
    const auto& one = work.tokenizers.sides[side];
    return one.steps && one.steps->text == work.tokenizers.text;
  };
  REQUIRE(driver.until([&] { return cut(0) && cut(1); }));
  CHECK(work.tokenizers.text == work.explorer.sentence());
  driver.type("Tokenizer text", "Unbelievable caf\u00e9s, naturally");
  REQUIRE(driver.until([&] { return cut(0) && cut(1); }));
  CHECK(work.tokenizers.sides[1].steps->pieces.front().special);
  driver.hover("Words left 1");
  driver.frames(2);
  CHECK(work.tokenizers.pointed_at.start == 0);
  CHECK(work.tokenizers.pointed_at.end == 12);
  driver.picture("tokenizers");
  driver.choose("Known left", "characters");
  REQUIRE(driver.until([&] { return cut(0) && work.tokenizers.sides[0].opened == "characters"; }));
  CHECK(work.tokenizers.sides[0].steps->pieces.size() == 27);
  driver.drop(driver.folder().write("tokenizer.json", "{}"));
  REQUIRE(driver.until([&] { return !work.tokenizers.sides[1].problem.empty(); }));
  CHECK(driver.sees("problem"));
  CHECK(cut(1));  // what was there stays
  driver.drop(driver.folder().write("vocab.txt", "[UNK]\n[CLS]\n[SEP]\nun\n##believable\n"));
  REQUIRE(driver.until([&] {
    return cut(1) && work.tokenizers.sides[1].problem.empty() &&
           work.tokenizers.sides[1].tokenizer->size() == 5;
  }));
  driver.frames(2);
  CHECK(driver.sees("Counts right"));
  driver.picture("tokenizers-own");
  driver.click("Dark");
  driver.frames(2);
  driver.picture("tokenizers-dark");
}

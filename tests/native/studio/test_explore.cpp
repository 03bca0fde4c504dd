// Looking at one sentence, at two models, and at the window itself.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "native/studio/parts/units.h"
#include "tests/engine/catch.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

namespace {

const std::string kModel = HEED_SOURCE_DIR "/assets/models/enron-request";

void ready(test::Driver& driver) {
  Workspace& work = driver.workspace();
  if (!work.explorer.model()) driver.drop(kModel);
  REQUIRE(driver.until([&] { return work.explorer.analysis() && !work.explorer.stale(); }));
}

}  // namespace

TEST_CASE("The map is pointed at, clicked and walked, and the other views follow", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.click("Explore");
  ready(driver);
  driver.type("Sentence", "please send me the report today");
  REQUIRE(driver.until([&] { return work.explorer.analysis()->tokens.size() == 6; }));
  CHECK(driver.sees("class request"));
  driver.hover("token report");
  CHECK(work.explorer.pointing.hover == Cell{4, 4});
  CHECK(driver.sees("Readout"));
  driver.click("Attention map");
  REQUIRE(work.explorer.pointing.pin);
  const Cell pin = *work.explorer.pointing.pin;
  driver.press(ImGuiKey_RightArrow);
  CHECK(work.explorer.pointing.pin == moved(pin, 1, 0, 6, 6));
  driver.press(ImGuiKey_UpArrow);
  CHECK(work.explorer.pointing.pin == moved(pin, 1, -1, 6, 6));
  driver.picture("explore");
  driver.press(ImGuiKey_Escape);
  CHECK(!work.explorer.pointing.pin);
  driver.type("Sentence", "");
  REQUIRE(driver.until([&] { return !work.explorer.stale(); }));
  CHECK(!driver.sees("Attention map"));
}

TEST_CASE("A long sentence is drawn on several lines and read as one", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ready(driver);
  const std::string sentence =
      "please send me the signed contract and all of its attachments before noon today";
  driver.type("Sentence", sentence);
  CHECK(work.explorer.sentence() == sentence);
  const Seen box = driver.ui().seen.at("Sentence");
  CHECK(box.max.y - box.min.y > 2 * ImGui::GetFontSize());
}

TEST_CASE("Two models are compared on a sentence and on rows", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ready(driver);
  const std::string file = driver.folder().write(
      "mails.csv", "text,label\nplease send me the report,request\nthe meeting went well,no_request\n");
  driver.click("Compare");
  for (size_t side : {size_t{0}, size_t{1}}) work.comparison.open(side, kModel);
  work.comparison.test_data = file;
  REQUIRE(driver.until([&] { return work.comparison.sides[1].analysis.has_value(); }));
  driver.click("measure");
  REQUIRE(driver.until([&] { return work.comparison.sides[1].metrics.is_object(); }));
  CHECK(work.comparison.sides[0].metrics == work.comparison.sides[1].metrics);
  CHECK(work.comparison.sides[0].metrics["n"] == 2);
  CHECK(driver.sees("Prediction 1"));
  CHECK(driver.sees("Prediction 2"));
  CHECK(work.comparison.paired["p"] == 1);  // it is the same model twice
  CHECK(driver.sees("only 1"));
  driver.picture("compare");
  driver.drop(driver.folder().path("nowhere.csv"));
  REQUIRE(driver.until([&] { return !work.data.loading; }));
  CHECK(work.data.problem.find("nowhere.csv") != std::string::npos);
}

TEST_CASE("From a figure of two models to its rows", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ready(driver);
  const std::string file = driver.folder().write(
      "mails.csv",
      "text,label\nplease send me the report,request\nplease send me the contract,no_request\n"
      "the meeting went well,no_request\n");
  driver.click("Compare");
  for (size_t side : {size_t{0}, size_t{1}}) work.comparison.open(side, kModel);
  work.comparison.test_data = file;
  REQUIRE(driver.until([&] { return work.comparison.sides[1].analysis.has_value(); }));
  driver.click("measure");
  REQUIRE(driver.until([&] { return work.comparison.paired.is_object(); }));
  CHECK_FALSE(driver.sees("Measured rows table"));

  // Errors, by the lists: one mail is called what it is not.
  driver.choose("Measured rows", "rows of model 2");
  REQUIRE(work.comparison.chosen() == std::vector<size_t>{1});
  driver.click("measured 2");
  CHECK(work.explorer.sentence() == "please send me the contract");
  REQUIRE(driver.until([&] {
    return work.comparison.sides[0].analysis &&
           work.comparison.sides[0].analysis->text == "please send me the contract";
  }));
  driver.picture("compare rows");
  driver.choose("Measured rows", "rows on which they differ");
  CHECK(work.comparison.chosen().empty());

  // A count of the matrix, by a click on it.
  driver.choose("Measured rows", "no rows");
  for (int i = 0; i < 20; ++i)  // to the end of the column
    for (const char* label : {"Map 1", "Prediction 1"})
      if (driver.sees(label)) {
        driver.wheel(label, -2);
        break;
      }
  driver.picture("compare matrix");
  for (float x = 0.05f; x < 1 && work.comparison.choice().of != RowChoice::Of::kFirst; x += 0.05f)
    driver.click_at("Confusion 1", x, 0.5f);
  CHECK(work.comparison.choice().of == RowChoice::Of::kFirst);
  const RowChoice chosen = work.comparison.choice();
  for (const size_t row : work.comparison.chosen())
    CHECK(work.comparison.sides[0].rows->truth[row] == chosen.truth);
  CHECK(driver.sees("Measured count"));
}

TEST_CASE("Slices lead to their rows, and confidence is laid beside what is right", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ready(driver);
  std::string csv = "text,label\n";
  for (int i = 0; i < 60; ++i)
    csv += (i % 2 ? "please send me number " : "the meeting on number ") + std::to_string(i) +
           (i % 3 ? " went well today" : "") +
           ((i % 2 == 1) != (i % 10 == 0) ? ",request\n" : ",no_request\n");
  driver.click("Compare");
  work.comparison.open(0, kModel);
  work.comparison.test_data = driver.folder().write("mails.csv", csv);
  REQUIRE(driver.until([&] { return work.comparison.sides[0].analysis.has_value(); }));
  driver.click("measure");
  REQUIRE(driver.until([&] { return work.comparison.sides[0].metrics.is_object(); }));
  const auto go_to = [&](const std::string& label) {  // down, and up again
    for (int i = 0; i < 60 && !driver.sees(label); ++i)
      for (const char* anchor : {"Map 1", "Confusion 1", "slice tokens to 5", "Slices 1", "Reliability 1",
                                 "Calibration 1", "Prediction 1", "accuracy 1"})
        if (driver.sees(anchor)) {
          driver.wheel(anchor, i < 20 ? -1 : 1);
          break;
        }
    REQUIRE(driver.sees(label));
  };
  go_to("Slices 1");
  driver.click("Slices 1");
  driver.frames(2);
  go_to("slice tokens to 5");
  driver.picture("slices");
  driver.click("slice tokens to 5");
  CHECK(work.comparison.choice().slice == "to 5");
  const Compared& side = work.comparison.sides[0];
  const auto slice_of = [&](const std::string& name) {
    return *std::find_if(side.slices.begin(), side.slices.end(),
                         [&](const auto& one) { return one.name == name; });
  };
  const session::Slice few = slice_of("to 5");
  CHECK(few.rows.size() == 20);
  CHECK(work.comparison.chosen().size() == few.rows.size() - static_cast<size_t>(few.right));
  for (const size_t row : work.comparison.chosen()) CHECK(row % 3 == 0);
  go_to("slice word 1");
  driver.type("slice word 1", "meeting");
  REQUIRE(driver.until([&] { return side.slices.back().name == "without meeting"; }));
  CHECK(slice_of("with meeting").rows.size() == 30);
  go_to("Calibration 1");
  driver.click("Calibration 1");
  driver.frames(2);
  go_to("temperature 1");
  int64_t counted = 0;
  for (const auto& bin : side.calibration["bins"]) counted += bin["n"].get<int64_t>();
  CHECK(counted == 60);
  driver.hover("Reliability 1");
  driver.frames(2);
  driver.picture("calibration");
  driver.click("Dark");
  go_to("Reliability 1");
  driver.picture("calibration-dark");
}

TEST_CASE("What was chosen is there at the next start", "[explore]") {
  std::shared_ptr<test::TempFolder> folder;
  {
    test::Driver driver;
    folder = driver.kept();
    ready(driver);
    driver.type("Sentence", "could you call me");
    driver.click("Dark");
    driver.choose("Recipe", "enron-tutorial");
    driver.click("A+");
    driver.click("Explore");
    driver.picture("dark");
    driver.close();
    CHECK(!driver.open());
  }
  test::Driver again({}, folder);
  Workspace& work = again.workspace();
  CHECK(work.explorer.sentence() == "could you call me");
  CHECK(again.ui().colours().dark);
  CHECK(work.section == Section::kExplore);
  CHECK(work.form.name() == "enron-tutorial");
  CHECK(work.settings.scale == Approx(1.1));
  CHECK(!work.settings.recent_models.empty());
}

TEST_CASE("Settings that cannot be read are said and kept, not obeyed", "[explore]") {
  auto folder = std::make_shared<test::TempFolder>();
  const std::string broken = "{\"width\": \"wide\"";
  folder->write("config/heed/studio.json", broken);
  const test::Driver driver({}, folder);
  CHECK(folder->read("config/heed/studio.json.unreadable") == broken);
  folder->write("config/heed/studio.json", broken);
  std::string problem;
  CHECK(Settings::load(&problem).width == 1280);
  CHECK(problem.find("studio.json") != std::string::npos);
}

TEST_CASE("Characters are drawn from the moment a text holds them", "[explore]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  Fonts& fonts = *driver.ui().fonts;
  REQUIRE(!fonts.files().empty());
  CHECK(fonts.has(U'é'));
  CHECK(fonts.has(U'Ω'));
  CHECK(fonts.has(U'Ж'));
  CHECK(!fonts.has(0x0646));
  driver.type("Sentence", "من فضلك أرسل 请发送 \xff\xf0\x9f");
  driver.frames(2);
  CHECK(fonts.has(0x0646));
  REQUIRE(driver.until([&] { return !work.explorer.stale(); }));
  driver.picture("scripts");
}

TEST_CASE("An idle window is at rest", "[explore]") {
  test::Driver driver;
  ready(driver);
  REQUIRE(driver.until([&] { return !driver.workspace().files.busy(); }));
  CHECK(driver.rests());
}

TEST_CASE("A message that comes while the last frames are drawn has frames of its own", "[explore]") {
  Window window("Heed Studio", 720, 480);
  while (!window.at_rest()) window.wait(0);
  Window::wake();
  window.wait(1);  // this message's first frame
  window.wait(0);  // its second
  Window::wake();
  window.wait(0);  // its last, and the other message's first
  CHECK(!window.at_rest());
}

namespace {

// Opens a model that ships and writes a sentence for it, under Explore.
void read_with(test::Driver& driver, const std::string& model, const std::string& sentence) {
  Workspace& work = driver.workspace();
  const std::string folder = std::string(HEED_SOURCE_DIR "/assets/") + model;
  if (!std::filesystem::exists(folder + "/config.json")) FAIL(folder << " is not there");
  driver.click("Explore");
  driver.drop(folder);
  REQUIRE(driver.until([&] { return work.explorer.folder() == folder && !work.analyses.busy(); }, 60));
  driver.type("Sentence", sentence);
  REQUIRE(driver.until([&] { return !work.explorer.stale() && !work.analyses.busy(); }, 60));
  CHECK(work.notice.problem == "");
}

}  // namespace

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
  // Of the six tokens all but the first surprised somehow, and some layer says what the whole network says.
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
  REQUIRE(driver.sees("head 2.1"));
  driver.picture("all-heads");
  driver.click("head 2.1");
  CHECK(work.explorer.layer == 1);
  CHECK(work.explorer.head == 0);
  CHECK_FALSE(work.explorer.all_heads);
  CHECK(driver.sees("Attention map"));
}

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

  // Of a model that was trained here, its own training part.
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

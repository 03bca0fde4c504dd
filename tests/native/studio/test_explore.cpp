// Looking at one sentence, and at the window itself.
#include <algorithm>
#include <filesystem>

#include "tests/engine/catch.h"
#include "tests/native/studio/explored.h"

using namespace heed;
using namespace heed::studio;
using test::ready;

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
    driver.click("Map for spreadsheets");
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
  CHECK(work.settings.spreadsheet);
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

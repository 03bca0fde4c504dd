// Takes the README's picture; not run by default. HEED_ENRON is the folder of the e-mail sentences:
//   HEED_ENRON=… xvfb-run -s '-screen 0 1600x1200x24' build/native/studio_tests '[picture]'
#include <cstdlib>
#include <filesystem>

#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

TEST_CASE("The request classifier while it trains", "[.picture]") {
  const char* enron = std::getenv("HEED_ENRON");
  REQUIRE(enron != nullptr);
  for (const auto& [name, width, height, theme] :
       {std::tuple{"studio", 1280, 800, "light"}, std::tuple{"studio-dark", 1600, 1000, "dark"},
        std::tuple{"studio-small", 900, 640, "light"}}) {
    Settings settings;
    settings.width = width;
    settings.height = height;
    settings.theme = theme;
    settings.recipe = "enron-request";
    test::Driver driver(settings);
    Workspace& work = driver.workspace();
    const std::string data = driver.folder().path("share/heed/data");
    std::filesystem::create_directories(data);
    std::filesystem::create_directory_symlink(enron, data + "/enron-intent");
    driver.click("Start");
    REQUIRE(driver.until([&] { return !work.runs.runs()[0]->epochs.empty(); }, 120));
    const auto first = work.runs.runs()[0];
    REQUIRE(driver.until([&] { return first->ended(); }, 120));
    work.form.set("training.optimizer.rate", 0.0005);
    driver.click("Start");
    const auto second = work.runs.runs()[1];
    REQUIRE(driver.until([&] { return second->epochs.size() == 4; }, 120));
    work.runs.pause();
    REQUIRE(driver.until([&] { return second->state == RunState::kPaused && !work.explorer.stale(); }));
    work.notice.message.clear();
    driver.hover("Prediction");  // away from what has a tip
    driver.frames(2);
    driver.picture(name);
  }
}

TEST_CASE("Why, what if, and the rows of a file, in both themes", "[.picture]") {
  for (const auto& [name, width, height, theme, model] :
       {std::tuple{"why", 1280, 800, "light", "enron-request"},
        std::tuple{"why-dark", 1280, 800, "dark", "emotions"},
        std::tuple{"why-large", 1600, 1200, "light", "ag-news-topics"},
        std::tuple{"why-large-dark", 1600, 1200, "dark", "sst2-sentiment"},
        std::tuple{"why-small", 900, 640, "light", "enron-request"}}) {
    Settings settings;
    settings.width = width;
    settings.height = height;
    settings.theme = theme;
    settings.tab = "Explore";
    settings.sentence = "Could you send me the signed contract before noon, or is it bad news for the team?";
    settings.model = test::source_path(std::string("assets/models/") + model);
    test::Driver driver(settings);
    Workspace& work = driver.workspace();
    REQUIRE(driver.until([&] { return work.why.values() && !work.why.stale(); }));
    driver.click("What if");
    driver.click("why contract");
    driver.click("Hide");
    driver.frames(2);
    REQUIRE(driver.until([&] { return !work.why.stale(); }));
    driver.hover("Prediction");
    driver.picture(name);
    std::string csv = "text,label\n";
    for (int i = 0; i < 60; ++i)
      csv += (i % 3 ? "we had a good time and lost the game " : "could you please send me the sad number ") +
             std::to_string(i) + (i % 3 ? ",a\n" : ",b\n");
    driver.click("Data");
    driver.drop(driver.folder().write("rows.csv", csv));
    REQUIRE(driver.until([&] { return !work.data.empty() && !work.data.loading; }));
    driver.click("Contributions");
    driver.click("explain rows");
    REQUIRE(driver.until([&] { return driver.sees("Explained rows"); }));
    driver.click("sort by most for");
    driver.picture(name + std::string("-rows"));
  }
}

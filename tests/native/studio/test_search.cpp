// Searches for settings: they fill the queue, are stopped, and go on at the next start.
#include "tests/native/studio/moods.h"

using namespace heed;
using namespace heed::studio;
using heed::test::moods;
using heed::test::open_file;
using heed::test::scroll_to;

TEST_CASE("A search fills the queue, is stopped, and goes on after the window was closed", "[search]") {
  std::shared_ptr<test::TempFolder> folder;
  int64_t done = 0;
  {
    test::Driver driver;
    folder = driver.kept();
    Workspace& work = driver.workspace();
    open_file(driver, driver.folder().write("moods.csv", moods(90)));
    driver.choose("Recipe", "enron-tutorial");
    work.form.set("training.epochs", 2);
    work.form.set("model.embedding", 8);
    work.tuning.trials = 3;
    work.tuning.folds = 2;
    scroll_to(driver, "column left", "Search");
    driver.type("tried values 1", "0.001..0.02");
    driver.click("Search");
    REQUIRE(work.tuning.going());
    REQUIRE(driver.until([&] { return work.tuning.search()->done() >= 2; }));
    if (work.tuning.going()) work.tuning.stop();
    REQUIRE(driver.until([&] { return !work.runs.active(); }));
    done = work.tuning.search()->done();
    REQUIRE(done < 6);
    CHECK(work.tuning.waits());
    driver.frames(2);
    driver.picture("search-stopped");
    driver.close();
  }
  test::Driver again({}, folder);
  Workspace& work = again.workspace();
  REQUIRE(work.tuning.waits());
  CHECK(work.tuning.search()->done() == done);
  for (const std::shared_ptr<Run>& run : work.runs.runs()) CHECK_FALSE(run->trial);  // a list of its own
  scroll_to(again, "column left", "Resume the search");
  again.click("Resume the search");
  REQUIRE(again.until([&] { return !work.tuning.going(); }, 60));
  CHECK(work.tuning.problem == "");
  CHECK(work.tuning.search()->done() == 6);
  REQUIRE(work.tuning.results().size() == 3);
  CHECK(work.tuning.results()[0].figures.size() == 2);
  CHECK(work.tuning.results()[0].mean >= work.tuning.results()[2].mean);
  scroll_to(again, "column left", "choice 1");
  again.picture("search-done");
  const int best = work.tuning.results()[0].trial + 1;
  scroll_to(again, "column left", "choice " + std::to_string(best));
  again.click("choice " + std::to_string(best));
  CHECK(work.form.is_changed("training.optimizer.rate"));
  CHECK("training.optimizer.rate=" + work.form.value("training.optimizer.rate")->dump() ==
        work.tuning.results()[0].set[0]);
}

TEST_CASE("What cannot be searched is said where it is asked", "[search]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.choose("Recipe", "toy-sentiment");
  scroll_to(driver, "column left", "Search");
  driver.type("tried values 1", "fast");
  driver.click("Search");
  REQUIRE(driver.until([&] { return !work.tuning.going(); }));
  CHECK(work.tuning.problem.find("fast") != std::string::npos);
  driver.type("tried values 1", "");
  scroll_to(driver, "column left", "Search");
  driver.click("Search");
  CHECK(work.tuning.problem.find("Name a setting") != std::string::npos);
}

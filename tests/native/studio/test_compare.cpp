// Two models, their figures, and the rows behind them.
#include <algorithm>

#include "tests/engine/catch.h"
#include "tests/native/studio/explored.h"

using namespace heed;
using namespace heed::studio;
using test::kModel;
using test::ready;

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
  driver.click("measured 3");
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

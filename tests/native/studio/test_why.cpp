// Why, and what if: worked in the window.
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "native/studio/panels/why.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

namespace {

const std::string kModels = test::source_path("assets/models/");

// Under Explore, with the explanation of the sentence.
void ask_why(test::Driver& driver, const std::string& model, const std::string& sentence) {
  Workspace& work = driver.workspace();
  driver.click("Explore");
  driver.drop(kModels + model);
  REQUIRE(driver.until([&] { return !work.files.busy() && work.explorer.title() == model; }));
  driver.type("Sentence", sentence);
  REQUIRE(driver.until([&] { return !work.explorer.stale() && !work.why.stale() && work.why.values(); }));
  REQUIRE(work.explorer.analysis()->text == sentence);
}

void answered(test::Driver& driver) {
  driver.frames(2);  // the question is asked when the next frame begins
  REQUIRE(driver.until([&] { return !driver.workspace().why.stale(); }));
}

double sum_of(const WordValues& values) {
  double sum = values.bias + values.remainder.value_or(0);
  for (const double value : values.values) sum += value;
  return sum;
}

double probability(const std::vector<session::ClassProbability>& classes, const std::string& label) {
  for (const session::ClassProbability& c : classes)
    if (c.label == label) return c.probability;
  return NAN;
}

// The score of a class under the edits that are in force.
double score_of(const Workspace& work, const std::string& label) {
  session::ExplainOptions options;
  options.edits = work.why.edits.in_force();
  options.classes = {label};
  options.attributions = false;
  return session::explain(*work.explorer.model(), work.explorer.sentence(), options).contributions[0].logit;
}

}  // namespace

TEST_CASE("Below the prediction stand the words with what they add, and they are the score", "[why]") {
  test::Driver driver;
  Why& why = driver.workspace().why;
  ask_why(driver, "enron-request", "could you send me the report");
  CHECK(driver.sees("Why"));
  CHECK(driver.sees("Strongest words"));
  CHECK(driver.sees("Sum"));
  CHECK(driver.sees("why send"));
  CHECK(why.values()->label == "request");
  CHECK(why.values()->words.size() == 6);
  CHECK(sum_of(*why.values()) == Approx(why.values()->score).margin(1e-4));
  driver.hover("why report");
  CHECK(driver.workspace().explorer.pointing.hover == Cell{5, 5});
  driver.click("why report");
  CHECK(driver.workspace().explorer.pointing.pin == Cell{5, 5});
  driver.click("why report");
  CHECK(!driver.workspace().explorer.pointing.pin);
}

TEST_CASE("A click on a class asks why it, with Shift why not it", "[why]") {
  test::Driver driver;
  Why& why = driver.workspace().why;
  ask_why(driver, "emotions", "i am so happy that you are sad");
  const std::string predicted = why.asked();
  const std::string other = predicted == "fear" ? "anger" : "fear";
  const double score = why.values()->score;
  driver.click("class " + other);
  CHECK(why.asked() == other);
  CHECK(why.values()->label == other);
  const double of_other = why.values()->score;
  CHECK(sum_of(*why.values()) == Approx(of_other).margin(1e-4));
  driver.click("class " + other);  // no longer
  CHECK(why.asked() == predicted);
  driver.shift_click("class " + other);
  CHECK(why.values()->label == predicted);
  CHECK(why.values()->against == other);
  CHECK(why.values()->score == Approx(score - of_other));
  CHECK(sum_of(*why.values()) == Approx(score - of_other).margin(1e-4));
  driver.picture("why-contrast");
  driver.choose("and not", "–");
  CHECK(why.values()->against.empty());
}

TEST_CASE("Every method can be chosen; one that the model cannot be asked says so", "[why]") {
  test::Driver driver;
  Why& why = driver.workspace().why;
  ask_why(driver, "sst2-sentiment", "a fine film");
  for (const char* title : {"Leave one out", "Attention", "Integrated gradients"}) {
    driver.choose("Method", title);
    answered(driver);
    CAPTURE(title);
    CHECK(why.problem().empty());
    REQUIRE(why.values());
    CHECK(why.values()->values.size() == 3);
    CHECK(why.method().title == title);
    CHECK(why.values()->label.empty() == !why.method().per_class);
  }
  CHECK(std::abs(*why.values()->gap) < 0.1);
  driver.choose("Method", "Leave one out, mask");
  answered(driver);
  CHECK(why.problem().find("no mask") != std::string::npos);
  CHECK(driver.sees("problem"));
  CHECK(!driver.sees("Strongest words"));
  driver.choose("Method", "Contribution");
  answered(driver);
  CHECK(driver.sees("Strongest words"));
}

TEST_CASE("Of many keystrokes the last one is explained", "[why]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ask_why(driver, "enron-request", "please send it");
  for (const char* sentence : {"please", "please call", "please call me"}) driver.type("Sentence", sentence);
  REQUIRE(driver.until([&] { return !work.analyses.busy() && !work.why.stale(); }));
  CHECK(work.why.values()->words == std::vector<std::string>{"please", "call", "me"});
  driver.type("Sentence", "");
  REQUIRE(driver.until([&] { return !work.explorer.stale(); }));
  CHECK(!driver.sees("Why"));
}

TEST_CASE("A weight, its row and its head are changed; the map follows, and old and new stand side by side",
          "[why]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ask_why(driver, "enron-request", "please send me the report today");
  const double unedited = work.why.values()->score;
  CHECK(!driver.sees("Undo"));
  driver.click("What if");
  driver.click_at("Attention map", 0.25f, 0.42f);
  REQUIRE(work.explorer.pointing.pin == Cell{2, 1});
  driver.drag("Weight", 0.2f, 0.9f);
  answered(driver);
  REQUIRE(work.why.edited() != nullptr);
  REQUIRE(work.why.edits.all().size() == 1);  // one drag is one edit
  const session::AttentionMap& map = work.why.edited()->run.attention[0];
  const float weight = map.weights[2 * 6 + 1];
  CHECK(weight > 0.7f);
  float row = 0;
  for (size_t s = 0; s < 6; ++s) row += map.weights[2 * 6 + s];
  CHECK(row == Approx(1).margin(1e-4));
  CHECK(driver.sees("change of request"));
  const double before = probability(work.explorer.analysis()->classes, "request");
  CHECK(probability(work.why.edited()->run.classes, "request") != before);
  // The words are explained as the model reads them under the edit.
  CHECK(work.why.values()->score == Approx(score_of(work, work.why.values()->label)).margin(1e-4));
  CHECK(work.why.values()->score != unedited);
  driver.click("Evidence");
  REQUIRE(driver.until([&] { return work.evidence.measured().found.has_value(); }));
  CHECK(work.evidence.edits() == work.why.edited()->edits);
  driver.click("Explore");
  driver.click("Only this");
  answered(driver);
  CHECK(work.why.edited()->run.attention[0].weights[2 * 6 + 1] == 1);
  driver.click("None");
  answered(driver);
  CHECK(work.why.edited()->run.attention[0].weights[2 * 6 + 1] == 0);
  driver.click("Even");
  answered(driver);
  CHECK(work.why.edited()->run.attention[0].weights[2 * 6 + 1] == Approx(1 / 6.0));
  driver.click("Head off");
  answered(driver);
  for (const float w : work.why.edited()->run.attention[0].weights) CHECK(w == 0);
  CHECK(work.why.edits.all().size() == 5);
  driver.picture("what-if");
}

TEST_CASE("A word is hidden and replaced; what was done is undone, redone and forgotten", "[why]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ask_why(driver, "enron-request", "please send it");
  driver.click("What if");
  driver.click("why send");
  driver.click("Hide");
  answered(driver);
  REQUIRE(work.why.edited() != nullptr);
  CHECK(work.why.edited()->run.tokens[1].text != "send");
  driver.type("Another word", "review");
  driver.click("Replace");
  answered(driver);
  CHECK(work.why.edited()->run.tokens[1].text == "review");
  driver.type("Another word", "call");
  driver.press(ImGuiKey_Enter);
  answered(driver);
  CHECK(work.why.edits.all().size() == 3);
  CHECK(work.why.values()->words == std::vector<std::string>{"please", "call", "it"});
  const double replaced = probability(work.why.edited()->run.classes, "request");
  driver.click("Undo");
  answered(driver);
  CHECK(work.why.edited()->run.tokens[1].text == "review");
  CHECK(probability(work.why.edited()->run.classes, "request") != replaced);
  driver.click("Redo");
  answered(driver);
  CHECK(probability(work.why.edited()->run.classes, "request") == replaced);
  driver.type("Another word", ";");
  driver.click("Replace");
  answered(driver);
  CHECK(work.why.problem().find("no word") != std::string::npos);
  CHECK(driver.sees("problem"));
  CHECK(driver.sees("Strongest words"));  // what was known stays
  driver.click("Reset");
  answered(driver);
  CHECK(!driver.sees("problem"));
  CHECK(work.why.edited() == nullptr);
  CHECK(!driver.sees("change of request"));
  driver.click("Redo");
  driver.click("What if");  // off: as if nothing had been changed
  CHECK(work.why.edited() == nullptr);
  driver.click("What if");
  answered(driver);
  CHECK(work.why.edited() != nullptr);
  driver.type("Sentence", "please send them");
  REQUIRE(driver.until([&] { return !work.explorer.stale() && !work.why.stale(); }));
  CHECK(work.why.edits.empty());  // they named words of another sentence
}

TEST_CASE("Under edits, tokens, pairs and saved files are those of the edited sentence", "[why]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ask_why(driver, "enron-request", "please send it");
  driver.click("What if");
  driver.click("why send");
  driver.type("Another word", "review");
  driver.click("Replace");
  answered(driver);
  CHECK(driver.sees("token review"));
  CHECK(!driver.sees("token send"));
  CHECK(driver.sees("pair it → review"));
  CHECK(!driver.sees("pair it → send"));
  const auto saved = [&](const std::string& name) {
    work.explorer.saved.file = driver.folder().path(name);
    driver.click("Save the map");
    driver.frames(2);
    driver.click("Use this name");
    return std::filesystem::exists(work.explorer.saved.file) ? driver.folder().read(name) : "";
  };
  const auto json = nlohmann::json::parse(saved("map.json"));
  CHECK(json["tokens"][1]["text"] == "review");
  CHECK(json["edits"] == nlohmann::json(work.why.edited()->edits));
  CHECK(json["attention"][0]["weights"][0][2][1] ==
        Approx(work.why.edited()->run.attention[0].weights[2 * 3 + 1]));
  CHECK(saved("map.html").empty());
  CHECK(work.explorer.saved.note.find("cannot show edits") != std::string::npos);
}

TEST_CASE("Rows are explained by their strongest words, sorted, stopped, and opened under Explore", "[why]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ask_why(driver, "enron-request", "please send it");
  std::string csv = "text,label\n";
  for (int i = 0; i < 30; ++i)
    csv += (i % 3 == 0 ? "could you please send me number " : "we signed number ") + std::to_string(i) +
           (i % 3 == 0 ? ",request\n" : ",no_request\n");
  driver.click("Data");
  driver.drop(driver.folder().write("mails.csv", csv + "\"  ?\",request\n"));
  REQUIRE(driver.until([&] { return !work.data.empty() && !work.data.loading; }));
  driver.click("Contributions");
  CHECK(!driver.sees("Explained rows"));
  driver.click("explain rows");
  REQUIRE(driver.until([&] { return !work.explained.busy() && driver.sees("Explained rows"); }));
  ContributionTable& table = work.explained;
  REQUIRE(table.shown().size() == table.data().rows.size());
  const ClassSummary& first = *table.shown_class(0);
  CHECK(!first.in_favour.word.empty());
  CHECK(first.in_favour.value > 0);
  driver.click("sort by sum");
  CHECK(table.descending);
  for (size_t i = 1; i < 30; ++i)
    CHECK(table.shown_class(table.shown()[i - 1])->sum >= table.shown_class(table.shown()[i])->sum);
  driver.picture("contributions");
  driver.click("sort by most against");
  CHECK(!table.descending);
  CHECK(table.shown_class(table.shown()[0])->against.value <=
        table.shown_class(table.shown()[29])->against.value);
  driver.choose("For and against", "no_request");
  CHECK(table.class_of(0) == 0);
  driver.type("Filter", "NUMBER 12");
  CHECK(table.shown() == std::vector<int>{12});
  driver.click("explained row 14");
  CHECK(work.section == Section::kExplore);
  CHECK(work.explorer.sentence() == "could you please send me number 12");
}

TEST_CASE("Rows that are being explained can be stopped, and keep what there is", "[why]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  ask_why(driver, "enron-request", "please send it");
  std::string csv = "text,label\n";
  std::string text;  // so long that they are not done before they are stopped
  for (int i = 0; i < 100; ++i) text += "please send it ";
  for (int i = 0; i < 30000; ++i) csv += text + std::to_string(i) + ",request\n";
  driver.click("Data");
  driver.drop(driver.folder().write("many.csv", csv));
  REQUIRE(driver.until([&] { return work.data.data().rows.size() == 30000; }));
  driver.click("Contributions");
  driver.click("explain rows");
  REQUIRE(driver.until([&] { return work.explained.done > 0; }));
  driver.click("stop explaining");
  REQUIRE(driver.until([&] { return !work.explained.busy(); }));
  CHECK(!work.explained.rows().empty());
  CHECK(work.explained.rows().size() < 30000);
  CHECK(work.explained.shown().size() == work.explained.rows().size());
}

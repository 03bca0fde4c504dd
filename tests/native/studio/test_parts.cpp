// What the panels are made of, without a window.
#include <cmath>

#include "native/numbers.h"
#include "native/studio/form.h"
#include "native/studio/panels/why.h"
#include "native/studio/parts/comparison.h"
#include "native/studio/parts/contribution_table.h"
#include "native/studio/parts/data_table.h"
#include "native/studio/parts/edits.h"
#include "native/studio/parts/run.h"
#include "native/studio/parts/units.h"
#include "native/studio/paths.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/views/heat_map.h"
#include "native/studio/views/line_chart.h"
#include "tests/engine/catch.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::studio;

namespace {

const session::Labelled kRows{"csv", {}, "", "", {"a", "b"}, {{"One", 0}, {"two ones", 1}, {"three", 1}},
                              {},    {}, 0};

std::string wrapped(std::string text, float width) {
  wrap(text.data(), text.size(), width,
       [](const char* first, const char* last) { return static_cast<float>(last - first); });
  return text;
}

}  // namespace

TEST_CASE("Rows are filtered and ordered; those without a score come last", "[parts]") {
  using Rows = std::vector<int>;
  CHECK(select_rows(kRows, {}, {}) == Rows{0, 1, 2});
  CHECK(select_rows(kRows, {}, {"ONE", -1, Order::kFile}) == Rows{0, 1});
  CHECK(select_rows(kRows, {}, {"one", 1, Order::kFile}) == Rows{1});
  const std::vector<session::RowScore> scores{{0.1, 0.9, 0}, {INFINITY, 0.95, 0}};
  CHECK(select_rows(kRows, scores, {"", -1, Order::kLoss}) == Rows{1, 0, 2});
  CHECK(select_rows(kRows, scores, {"", -1, Order::kConfidence}) == Rows{0, 1, 2});
}

TEST_CASE("Lines are wrapped at spaces, and the text keeps its bytes", "[parts]") {
  CHECK(wrapped("one two three", 7) == "one two\nthree");
  CHECK(wrapped("one\ntwo three", 100) == "one two three");
  CHECK(wrapped("unbreakable words", 4) == "unbreakable\nwords");
  CHECK(wrapped("", 4) == "");
  CHECK(wrapped("a b c d", 1) == "a\nb\nc\nd");
}

TEST_CASE("Arrow keys stay within the map", "[parts]") {
  CHECK(moved(std::nullopt, 1, 0, 3, 4) == Cell{0, 0});
  CHECK(moved(Cell{0, 3}, 1, -1, 3, 4) == Cell{0, 3});
  CHECK(moved(Cell{1, 1}, -1, 1, 3, 4) == Cell{2, 0});
}

TEST_CASE("A chart's range holds its values and is never empty", "[parts]") {
  const Curve curve{"c", 0, false, {{1, 0.5f}, {2, NAN}, {3, 0.9f}, {9, 100}}};
  const ImVec2 range = value_range({curve}, 1, 3, 0, 1);
  CHECK(range.x > 0.3f);
  CHECK(range.x < 0.5f);
  CHECK(range.y > 0.9f);
  CHECK(range.y <= 1);
  const ImVec2 flat = value_range({{"c", 0, false, {{1, 0}, {2, 0}}}}, 1, 2, 0, 1);
  CHECK(flat.y > flat.x);
  CHECK(value_range({}, 0, 1, 0, INFINITY).y == 1);  // what nothing is drawn in
}

TEST_CASE("Smoothing keeps a level, does not lag at the begin, and quietens", "[parts]") {
  const std::vector<ImVec2> level{{1, 2}, {2, 2}, {3, 2}};
  for (const ImVec2& point : smoothed(level, 0.9f)) CHECK(point.y == Approx(2));
  const std::vector<ImVec2> noisy{{1, 0}, {2, 1}, {3, 0}, {4, 1}};
  const std::vector<ImVec2> quiet = smoothed(noisy, 0.5f);
  CHECK(quiet[0].y == Approx(0));
  CHECK(quiet[3].y - quiet[2].y < 0.5f);
  CHECK(smoothed(noisy, 0)[1].y == 1);
}

TEST_CASE("Paths are completed, folders with a slash", "[parts]") {
  const test::TempFolder folder;
  folder.write("apple/seed.csv", "x");
  folder.write("apricot.csv", "x");
  folder.write(".hidden", "x");
  CHECK(completions(folder.path("ap"), 9) ==
        std::vector<std::string>{folder.path("apple") + "/", folder.path("apricot.csv")});
  CHECK(completions(folder.path("apple") + "/", 9) ==
        std::vector<std::string>{folder.path("apple/seed.csv")});
  CHECK(completions(folder.path() + "/", 9).size() == 2);
  CHECK(completions(folder.path("nothing/x"), 9).empty());
  CHECK(completions(folder.path("ap"), 1).size() == 1);
}

TEST_CASE("A form holds a recipe's values, keeps them in range, and names new folders", "[parts]") {
  Form form;
  REQUIRE(form.problem() == "");
  form.choose("enron-tutorial");
  REQUIRE(form.value("training.epochs") != nullptr);
  CHECK(form.value("model.hidden") == nullptr);
  form.set("training.epochs", -5);
  CHECK(*form.value("training.epochs") == 0);
  form.set("training.word_dropout", 7.0);
  CHECK(*form.value("training.word_dropout") == 0.999999);
  CHECK(form.is_changed("training.epochs"));
  const test::TempFolder folder;
  const session::TrainOptions options = form.options(folder.path());
  CHECK(options.out == folder.path("enron-tutorial"));
  CHECK(options.measure_train);
  CHECK(std::find(options.set.begin(), options.set.end(), "training.epochs=0") != options.set.end());
  folder.write("enron-tutorial/config.json", "{}");
  CHECK(new_folder(folder.path(), "enron-tutorial") == folder.path("enron-tutorial-2"));
  form.reset("training.epochs");
  CHECK(*form.value("training.epochs") > 1);
}

TEST_CASE("Data of one's own is split where the recipe does not, if there is enough of it", "[parts]") {
  Form form;
  form.choose("enron-tutorial");
  form.use_data("few.csv", kRows);
  CHECK(*form.value("split.validation") == 0.0);
  session::Labelled many = kRows;
  for (int i = 0; i < 40; ++i) many.rows.push_back(many.rows[0]);
  form.use_data("many.csv", many);
  CHECK(*form.value("split.validation") == 0.1);
  CHECK(!form.options("x").measure_train);
  CHECK(form.options("x").data == std::vector<std::string>{"many.csv"});
  form.use_recipe_data();
  CHECK(form.options("x").data.empty());
  CHECK(*form.value("split.validation") == 0.0);
}

TEST_CASE("Edits are undone from the last, and what is dragged is one of them", "[parts]") {
  Edits edits;
  edits.undo();
  edits.add({"0.0.2.5=0.4", "me → this: 0.40"});
  edits.add({"0.0.2.5=0.5", "me → this: 0.50"}, true);
  edits.add({"token.1.hide", "send: hidden"}, true);
  CHECK(edits.all().size() == 2);
  CHECK(edits.all()[0].edit == "0.0.2.5=0.5");
  edits.undo();
  CHECK(edits.undone());
  edits.redo();
  CHECK(edits.all()[1].edit == "token.1.hide");
  edits.reset();
  CHECK(edits.empty());
  edits.redo();
  CHECK(edits.all()[0].edit == "0.0.2.5=0.5");
  edits.add({"token.1.hide", "send: hidden"});
  edits.add({"token.12=call", "me: call"});
  edits.add({"token.1=call", "send: call"});
  CHECK(!edits.undone());
  CHECK(edits.in_force() == std::vector<std::string>{"0.0.2.5=0.5", "token.12=call", "token.1=call"});
}

TEST_CASE("The strongest words are said in words", "[parts]") {
  WordValues values;
  values.label = "request";
  values.words = {"send", "me", "today", "please"};
  values.values = {2.31, 0.1, -0.4, 1.2};
  CHECK(strongest_words(values, true) == "For request: send +2.31, please +1.20. Against: today −0.40.");
  CHECK(strongest_words(values, false) == "Most: send 2.31, please 1.20, today -0.40.");
  values.values = {-1, -0.1, -0.4, -2};
  CHECK(strongest_words(values, true) == "Against request: please −2.00, send −1.00, today −0.40.");
}

TEST_CASE("Of a row the words that add most and least are kept, by class", "[parts]") {
  session::TextContributions found{{"a", "b", "c"}, {0.3, 0.7}, {}};
  for (const std::vector<double>& terms : {std::vector<double>{1, -2, 0}, {0.5, 0.25, 0}}) {
    session::ClassContributions c;
    c.terms = terms;
    c.sum = 9;
    found.classes.push_back(c);
  }
  const RowSummary row = summary_of(found);
  CHECK(row.predicted == 1);
  CHECK(row.classes[0].in_favour.word == "a");
  CHECK(row.classes[0].against.word == "b");
  CHECK(row.classes[0].against.value == -2);
  CHECK(row.classes[1].against.word.empty());
  CHECK(row.classes[1].sum == 9);
  CHECK(summary_of({}).classes.empty());
}

TEST_CASE("Numbers are written as the page writes them", "[parts]") {
  CHECK(with_separators(0) == "0");
  CHECK(with_separators(1234567) == "1,234,567");
  CHECK(with_separators(-123) == "-123");
  CHECK(with_separators(-1234) == "-1,234");
  CHECK(duration(7.6) == "8 s");
  CHECK(duration(125) == "2:05 min");
  CHECK(decimal(NAN, 2) == "–");
  CHECK(with_sign(-1.2, 2) == "−1.20");
  CHECK(with_sign(0.7, 1) == "+0.7");
  CHECK(with_sign(-0.004, 2) == "0.00");
  CHECK(with_sign(NAN, 2) == "–");
}

TEST_CASE("The ramp is the page's: even lightness from the paper to the accent's deepest", "[parts]") {
  const Palette light(false), dark(true);
  CHECK(light.at(-1) == light.ramp.front());
  CHECK(light.at(2) == light.ramp.back());
  auto green = [](ImU32 colour) { return colour >> IM_COL32_G_SHIFT & 0xFF; };  // goes with lightness
  for (size_t i = 16; i < 256; i += 16) {
    CHECK(green(light.ramp[i]) < green(light.ramp[i - 16]));
    CHECK(green(dark.ramp[i]) > green(dark.ramp[i - 16]));
  }
  CHECK(Palette::on(light.ramp.back()) == IM_COL32(255, 255, 255, 255));
  CHECK(Palette::on(light.ramp.front()) == IM_COL32(0, 0, 0, 255));
}

TEST_CASE("Rows are chosen by class, by answer and by disagreement", "[parts]") {
  session::JudgedRows rows;
  rows.labels = {"a", "b"};
  rows.texts = {"0", "1", "2", "3"};
  rows.truth = {0, 0, 1, 1};
  rows.said.probabilities = {0.9, 0.1, 0.4, 0.6, 0.8, 0.2, 0.3, 0.7};  // says a, b, a, b
  session::JudgedRows other = rows;
  other.said.probabilities = {0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.3, 0.7};  // says a, a, a, b
  using Of = RowChoice::Of;
  const auto of = [&](const RowChoice& choice) { return chosen_rows(rows, &other, choice); };
  CHECK(of({Of::kFirst}) == std::vector<size_t>{2, 1});  // errors, the surest first
  CHECK(of({Of::kFirst, 0, RowChoice::kAny}) == std::vector<size_t>{0, 1});
  CHECK(of({Of::kFirst, RowChoice::kAny, 1}) == std::vector<size_t>{1, 3});
  CHECK(of({Of::kFirst, 1, 0}) == std::vector<size_t>{2});
  CHECK(of({Of::kDisagreements}) == std::vector<size_t>{1});
  CHECK(chosen_rows(rows, nullptr, {Of::kDisagreements}).empty());
}

TEST_CASE("Words get what their pieces get, and give the mean of what they give", "[parts]") {
  session::Analysis analysis;
  analysis.text = "riverbank flows";
  const auto token = [&](const char* text, std::optional<int> word, bool special) {
    session::Token made;
    made.text = text;
    made.word = word;
    made.special = special;
    analysis.tokens.push_back(made);
  };
  token("[CLS]", std::nullopt, true);
  token("river", 0, false);
  token("##bank", 0, false);
  token("flows", 1, false);
  const Units all = units_of(analysis, true, false), words = units_of(analysis, false, true);
  CHECK(all.are_tokens(4));
  CHECK(words.names == std::vector<std::string>{"riverbank", "flows"});
  Heat heat;
  heat.queries = heat.keys = all.names;
  for (int i = 0; i < 16; ++i) heat.weights.push_back(static_cast<float>(i));
  const Heat shown = shaped(heat, words, words);
  REQUIRE(shown.weights.size() == 4);
  // Rows 4 to 7, 8 to 11 and 12 to 15 without their first number, scaled up to the sum with it.
  const double river = 22 / 18.0, bank = 38 / 30.0, flows = 54 / 42.0;
  CHECK(shown.weights[0] == Approx(((5 + 6) * river + (9 + 10) * bank) / 2));
  CHECK(shown.weights[1] == Approx((7 * river + 11 * bank) / 2));
  CHECK(shown.weights[2] == Approx((13 + 14) * flows));
  CHECK(shown.weights[2] + shown.weights[3] == Approx(12 + 13 + 14 + 15));
  CHECK(shown.full == Approx(27 * flows));
  Heat sink = heat;
  for (size_t i = 0; i < 16; ++i) sink.weights[i] = i % 4 == 0 ? 1.0f : 0.0f;  // all on [CLS]
  CHECK(shaped(sink, words, words).weights == std::vector<float>(4, 0));
  CHECK(shaped(heat, all, all).weights == heat.weights);
  CHECK_FALSE(to_units(Cell{0, 3}, words, words));
  CHECK(to_units(Cell{2, 3}, words, words) == Cell{0, 1});
  CHECK(to_tokens(Cell{0, 1}, words, words) == Cell{1, 3});
}

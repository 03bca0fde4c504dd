// Rows of people's own: tables kept as they are, and what is made of a classifier's answers to them.
#include <cmath>
#include <set>

#include "engine/base/random.h"
#include "engine/session/error.h"
#include "engine/session/rows/class_answers.h"
#include "engine/session/rows/judged_rows.h"
#include "engine/session/rows/nearest_texts.h"
#include "engine/session/rows/row_output.h"
#include "engine/session/rows/row_table.h"
#include "engine/session/rows/slices.h"
#include "engine/session/runs/event_file.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;
using heed::test::contains;
using heed::test::message_of;

namespace {

// Rows with these probabilities of the second of two classes, and their classes.
JudgedRows rows_of(const std::vector<std::pair<double, int>>& rows) {
  JudgedRows judged;
  judged.labels = {"no", "yes"};
  for (const auto& [p, truth] : rows) {
    judged.texts.push_back("a row, " + std::to_string(judged.texts.size()));
    judged.truth.push_back(truth);
    judged.said.probabilities.insert(judged.said.probabilities.end(), {1 - p, p});
    judged.said.tokens.push_back(static_cast<int64_t>(judged.texts.size()));
    judged.said.unknown.push_back(0);
    judged.said.left_out.push_back(0);
  }
  return judged;
}

std::vector<std::string> texts_in(const Labelled& rows) {
  std::vector<std::string> texts;
  for (const LabelledRow& row : rows.rows) texts.push_back(row.text);
  return texts;
}

std::string random_field(Random& random) {
  static const std::string kAlphabet = "ab ,;\t|\"\n\r'é";
  std::string field;
  for (size_t n = random.below(8); n > 0; --n) field += kAlphabet[random.below(kAlphabet.size() - 2)];
  return field;
}

}  // namespace

TEST_CASE("A table is written again as it was, with more beside it", "[rows]") {
  const test::TempFolder folder;
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    std::string csv = "text;x\n";
    const size_t n = 1 + random.below(5);
    std::vector<std::string> texts;
    for (size_t row = 0; row < n; ++row) {
      texts.push_back("t" + random_field(random));
      std::string quoted = "\"";
      for (const char c : texts.back()) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
      csv += quoted + "\";1\n";
    }
    const RowTable table = read_row_table(folder.write("t.csv", csv), "", {"delimiter=;"});
    REQUIRE(texts_of(table) == texts);
    const std::vector<std::vector<nlohmann::json>> added(n, {"yes", 0.5});
    const RowTable again = read_row_table(
        folder.write("u.csv", with_columns(table, "csv", {"label", "x"}, added)), "", {"delimiter=;"});
    CHECK(texts_of(again) == texts);
    CHECK(again.columns == std::vector<std::string>{"text", "x", "label", "predicted_x"});
    CHECK(again.field(n - 1, 3) == "0.5");
  }
}

TEST_CASE("No p-value is printed as zero", "[rows]") {
  CHECK(p_value(0.03125) == "0.0312");
  CHECK(p_value(0.0001) == "0.0001");
  CHECK(p_value(1e-9) == "< 0.0001");
  CHECK(p_value(0) == "< 0.0001");
}

TEST_CASE("A table of many classes says what they are taken for", "[rows]") {
  const size_t C = 30;
  nlohmann::json metrics{
      {"n", 300}, {"confusion", nlohmann::json::array()}, {"per_class", nlohmann::json::array()}};
  for (size_t c = 0; c < C; ++c) {
    metrics["per_class"].push_back({{"label", "class" + std::to_string(c)},
                                    {"precision", 0.5},
                                    {"recall", 0.5},
                                    {"f1", 0.5},
                                    {"support", 10}});
    std::vector<int> row(C);
    row[c] = 5, row[(c + 1) % C] = 3, row[(c + 2) % C] = 2;
    metrics["confusion"].push_back(row);
  }
  const std::string table = metrics_table(metrics);
  CHECK(contains(table, "class29"));
  CHECK(contains(table, "class1 3, class2 2\n"));
  for (size_t at = 0; at < table.size();) {
    const size_t end = table.find('\n', at);
    CHECK(end - at <= 80);
    at = end + 1;
  }
}

TEST_CASE("No name is there twice in what is written", "[rows]") {
  const test::TempFolder folder;
  const RowTable table =
      read_row_table(folder.write("t.csv", "text,Label,x,x,,predicted_label\na,b,1,2,3,4\n"), "");
  CHECK(output_names(table, {"label", "probability", "p(a)", "p(a)"}) ==
        std::vector<std::string>{"text", "Label", "x", "x_2", "5", "predicted_label", "predicted_label_2",
                                 "probability", "p(a)", "p(a)_2"});
  CHECK(with_columns(table, "jsonl", {"label"}, {{0.5}}) ==
        "{\"text\":\"a\",\"Label\":\"b\",\"x\":\"1\",\"x_2\":\"2\",\"5\":\"3\",\"predicted_label\":\"4\","
        "\"predicted_label_2\":0.5}\n");
}

TEST_CASE("Columns are found, or said not to be there", "[rows]") {
  const test::TempFolder folder;
  const std::string file = folder.write("t.tsv", "id\ttweet\tmood\n1\thello\tgood\n");
  const RowTable asked = read_row_table(file, "", {"text_column=Tweet", "label_column=3"});
  CHECK(asked.has_header);
  CHECK(asked.text == std::vector<size_t>{1});
  CHECK(asked.label == std::optional<size_t>(2));
  CHECK(contains(message_of([&] {
                   read_row_table(file, "", {"text_column=gone", "header=true"});
                 }),
                 "has no column \"gone\": its header names id, tweet, mood"));
  CHECK_THROWS_AS(read_row_table(file, "arff"), UsageError);
  const RowTable lines = read_row_table(folder.write("t.txt", "text\nanother, text\n"), "");
  CHECK(texts_of(lines) == std::vector<std::string>{"text", "another, text"});
}

TEST_CASE("Calibration, thresholds and slices by hand", "[rows]") {
  // 0.95 and right three times of four; 0.75 and right once of two.
  const JudgedRows rows = rows_of({{0.95, 0}, {0.95, 1}, {0.95, 1}, {0.95, 1}, {0.75, 0}, {0.75, 1}});
  const nlohmann::json calibration = calibration_of(rows);
  CHECK(calibration["expected_error"].get<double>() == Approx((4 * 0.2 + 2 * 0.25) / 6));
  CHECK(calibration["temperature"].get<double>() > 1);  // it is too sure
  for (const nlohmann::json& one : calibration["thresholds"])
    if (one["threshold"] == 0.8) {
      CHECK(one["precision"].get<double>() == Approx(0.75));
      CHECK(one["recall"].get<double>() == Approx(0.75));
    }
  const nlohmann::json errors = errors_of(rows);
  REQUIRE(errors.size() == 2);
  CHECK(errors[0]["row"] == 1);
  CHECK(errors[0]["probability_of_label"].get<double>() == Approx(0.05));
  const nlohmann::json slices = slices_of(rows, {"ROW"});
  CHECK(slices[0] == nlohmann::json{{"by", "class"}, {"slice", "no"}, {"n", 2}, {"accuracy", 0.0}});
  CHECK(slices.back()["slice"] == "with ROW");
  CHECK(slices.back()["n"] == 6);
}

TEST_CASE("What is told of a row says where it stands in its file", "[rows]") {
  JudgedRows rows = rows_of({{0.9, 1}, {0.8, 0}, {0.7, 0}});
  rows.places = {{0, 7}, {0, 9}, {1, 3}};
  rows.files = {"in/spam.txt"};
  JudgedRows other = rows_of({{0.1, 1}, {0.8, 0}, {0.7, 0}});
  CHECK(errors_of(rows)[1]["row"] == 3);
  CHECK(comparison_of(rows, other)["disagreements"][0]["row"] == 7);
  CHECK_FALSE(errors_of(rows)[0].contains("file"));
  rows.files.emplace_back("in/ham.txt");
  CHECK(errors_of(rows)[1]["file"] == "in/ham.txt");
  CHECK(contains(errors_table(errors_of(rows), 5), "  ham.txt 3  no → yes"));
  other.texts[1] = "another row";
  CHECK(contains(message_of([&] { comparison_of(rows, other); }), "other rows"));
}

TEST_CASE("A model that is open is measured as its folder is", "[rows]") {
  const test::TempFolder folder;
  const std::string file = folder.write("mails.csv",
                                        "text,label\n\"please send\nit\",request\n,request\n"
                                        "please send me the contract,no_request\n");
  const std::string path = test::source_path("assets/models/enron-request");
  JudgeOptions options;
  options.data = {file};
  const auto all = [](int64_t, int64_t) { return true; };
  const JudgedRows closed = judge_rows(path, options, all);
  const JudgedRows open = judge_rows(Model::open(path), options, all);
  CHECK(open.said.probabilities == closed.said.probabilities);
  CHECK(open.place(1).number == 4);
  CHECK(errors_of(closed)[0]["row"] == 4);
  CHECK(open.warnings.size() == closed.warnings.size());
}

TEST_CASE("McNemar's test is exact", "[rows]") {
  // One model alone is right 5 times, the other once: 2 (1 + 6) / 64.
  std::vector<std::pair<double, int>> a, b;
  for (int i = 0; i < 6; ++i) {
    a.emplace_back(i < 5 ? 0.9 : 0.1, 1);
    b.emplace_back(i < 5 ? 0.1 : 0.9, 1);
  }
  const nlohmann::json both = comparison_of(rows_of(a), rows_of(b));
  CHECK(both["p"].get<double>() == Approx(14.0 / 64));
  CHECK(both["only_first"] == 5);
  CHECK(both["disagreements"].size() == 6);
  CHECK(comparison_of(rows_of(a), rows_of(a))["p"] == 1.0);
  JudgedRows other = rows_of(b);
  other.labels = {"yes", "no"};
  CHECK_THROWS_AS(comparison_of(rows_of(a), other), Error);
}

TEST_CASE("Checksums of records are Castagnoli's", "[rows]") {
  CHECK(crc32c("123456789") == 0xE3069283);  // the check value of its catalogue entry
  CHECK(crc32c("") == 0);
  CHECK(record_of("abc").size() == 8 + 4 + 3 + 4);
}

TEST_CASE("The nearest of other texts, by every kind of classifier", "[rows]") {
  const test::TempFolder folder;
  for (const std::string& model :
       {test::source_path("assets/models/enron-request"), test::source_path("assets/models/ag-news-topics"),
        test::source_path("assets/models/emotions"), test::write_tiny(folder, "distilbert_tiny")}) {
    INFO(model);
    const auto all = [](int64_t) { return true; };
    const Predictor one(model, "cpu", 1), two(model, "cpu", 2);
    Labelled rows;
    rows.labels = {"a", "b"};
    const std::vector<std::string> words{"please", "send", "w7",   "w9",    "happy",
                                         "stocks", "he",   "rise", "today", "w20"};
    Random random(5);
    for (int i = 0; i < 1100; ++i) {  // more than a slice
      std::string text;
      for (size_t n = 1 + random.below(5); n > 0; --n) text += words[random.below(words.size())] + " ";
      rows.rows.push_back({text, i % 2});
    }
    const NearestTexts near(one, rows, all), again(two, rows, all);
    const std::string asked = "please send w7 today";
    const std::vector<NearText> found = near.nearest(asked, 2000), same = again.nearest(asked, 2000);
    REQUIRE(found.size() == same.size());
    std::set<std::pair<std::string, int>> distinct;
    for (const LabelledRow& row : rows.rows) distinct.emplace(row.text, row.label);
    CHECK(found.size() == distinct.size());
    // As the definition has it.
    const std::vector<float> vectors = one.vectors(texts_in(rows), all), own = one.vectors({&asked, 1}, all);
    const size_t D = own.size();
    const auto squared = [&](size_t row) {
      double sum = 0;
      for (size_t d = 0; d < D; ++d)
        sum += std::pow(static_cast<double>(vectors[row * D + d]) - static_cast<double>(own[d]), 2);
      return sum;
    };
    const double unit = std::sqrt(squared(found[0].row)) / found[0].distance;
    for (size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i].row == same[i].row);
      CHECK(found[i].distance == same[i].distance);
      if (found[0].distance > 0) CHECK(std::sqrt(squared(found[i].row)) / unit == Approx(found[i].distance));
      if (i > 0) CHECK(found[i].distance >= found[i - 1].distance);
    }
    CHECK(near.nearest(rows.rows[700].text, 1)[0].distance <
          1e-5);  // alone as among others, but for rounding
    CHECK(contains(message_of([&] { NearestTexts(one, Labelled(), all); }), "there is no row"));
    const NearestTexts ended(one, rows, [](int64_t done) { return done < 512; });
    CHECK(ended.rows().rows.size() == 512);
    CHECK(ended.nearest(asked, 3).size() == 3);
  }
}

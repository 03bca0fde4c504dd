// Rows in memory: read with their columns and problems, written, read back, and judged by a model.
#include "engine/session/training/labelled.h"

#include <cmath>
#include <filesystem>

#include "engine/base/random.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

TEST_CASE("Columns, classes and problems of a file are told", "[labelled]") {
  const test::TempFolder folder;
  const std::string file = folder.write(
      "mails.csv", "id,sentence,intent\n1,send it,ask\n2,,ask\n3,it came,tell\n4,\"we, too\",tell\n5\n");
  const Labelled data = read_labelled(file, guess_format(file));
  CHECK(data.columns == std::vector<std::string>{"id", "sentence", "intent"});
  CHECK(data.text_column == "sentence");
  CHECK(data.label_column == "intent");
  CHECK(data.labels == std::vector<std::string>{"ask", "tell"});
  CHECK(data.class_counts() == std::vector<int64_t>{1, 2});
  CHECK(data.rows[2].text == "we, too");
  CHECK(data.left_out == 2);
  REQUIRE(data.problems.size() == 2);
  CHECK(test::contains(data.problems[0] + data.problems[1], "line 3: no text"));
  CHECK(test::contains(data.problems[0] + data.problems[1], "line 6: expected at least 3 columns"));
  const Labelled chosen = read_labelled(file, "csv", {"data.text_column=3", "label_column=id"});
  CHECK(chosen.text_column == "intent");
  CHECK(chosen.label_column == "id");
}

TEST_CASE("A format is guessed from what is there", "[labelled]") {
  const test::TempFolder folder;
  CHECK(guess_format("a/b.CSV") == "csv");
  CHECK(guess_format("b.tsv.gz") == "tsv");
  CHECK(guess_format("b.jsonl") == "jsonl");
  CHECK(guess_format("b.doc") == "");
  folder.write("mails/intent_pos", "x\n");
  CHECK(guess_format(folder.path("mails")) == "enron");
  folder.write("set/train.tsv", "x\n");
  CHECK(guess_format(folder.path("set")) == "tsv");
  CHECK(test::contains(test::message_of([&] { read_labelled("b.doc", ""); }), "choose a format"));
}

TEST_CASE("Rows of every kind are the same once written and read back", "[labelled]") {
  const test::TempFolder folder;
  const char* pieces[] = {"\"", ",", "a", " b", "\n", "\r\n", "é", "日本", "\\", "\t", "'", "c"};
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    Labelled data;
    data.labels = {"no, \"thanks\"", "yes"};
    for (int i = 0; i < 20; ++i) {
      std::string text = "x";
      for (int n = 0; n < 8; ++n) text += pieces[random.below(std::size(pieces))];
      data.rows.push_back({text + ".", i % 2});
    }
    for (const char* name : {"rows.csv", "rows.jsonl"}) {
      INFO(name << ", seed " << seed);
      write_labelled(folder.path(name), data);
      const Labelled back = read_labelled(folder.path(name), guess_format(name));
      REQUIRE(back.rows.size() == data.rows.size());
      CHECK(back.labels == data.labels);
      for (size_t i = 0; i < back.rows.size(); ++i) {
        CHECK(back.rows[i].text == data.rows[i].text);
        CHECK(back.rows[i].label == data.rows[i].label);
      }
    }
  }
}

TEST_CASE("Tab-separated rows keep their fields, and a file that cannot be written says why", "[labelled]") {
  const test::TempFolder folder;
  const Labelled data{"csv", {}, "", "", {"a", "b"}, {{"one\ttwo\nthree", 1}, {"\"quoted\"", 0}}, {}, {}, 0};
  write_labelled(folder.path("rows.tsv"), data);
  const Labelled back = read_labelled(folder.path("rows.tsv"), "tsv");
  REQUIRE(back.rows.size() == 2);
  CHECK(back.rows[0].text == "one two three");
  CHECK(back.rows[1].text == "\"quoted\"");
  CHECK(test::contains(test::message_of([&] { write_labelled(folder.path("rows.txt"), data); }), ".jsonl"));
  CHECK(test::contains(test::message_of([&] { write_labelled(folder.path("x.csv"), {}); }), "no row"));
  CHECK(!std::filesystem::exists(folder.path("rows.txt")));
}

TEST_CASE("A row with the wrong label has the largest loss", "[labelled]") {
  const test::TempFolder folder;
  TrainOptions options;
  options.recipe =
      folder.write("r.json", R"({"data": {"format": "csv"}, "split": {"train": 1, "validation": 0,
    "test": 0}, "model": {"architecture": "request-classifier", "embedding": 16, "attention": 8, "dropout": 0},
    "training": {"epochs": 8, "batch_size": 8, "optimizer": {"rate": 0.01}}})");
  std::string csv = "text,label\n";
  for (int i = 0; i < 30; ++i) csv += i % 2 ? "the leaf is green,green\n" : "the rose is red,red\n";
  options.data = {folder.write("d.csv", csv)};
  options.out = folder.path("model");
  TrainingRun run(options);
  while (run.step()) {
  }
  run.finish();

  Labelled data = read_labelled(options.data[0], "csv");
  data.rows[4].label = 0;  // a rose that is said to be green
  data.labels.push_back("blue");
  data.rows[7].label = 2;
  const auto scores = score_rows(options.out, data, [](int64_t) { return true; });
  REQUIRE(scores.size() == data.rows.size());
  CHECK(std::isinf(scores[7].loss));
  CHECK(scores[4].predicted == 1);
  for (size_t i = 0; i < scores.size(); ++i) {
    if (i != 4 && i != 7) CHECK(scores[i].loss < scores[4].loss);
    CHECK(scores[i].confidence > 0.5);
  }
  CHECK(score_rows(options.out, data, [](int64_t) { return false; }).empty());
}

#include <filesystem>

#include "engine/base/random.h"
#include "engine/data/dataset.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;
using heed::test::TempFolder;
using Strings = std::vector<std::string>;

namespace {

ReadOptions with_labels(const Strings& labels) {
  ReadOptions options;
  options.labels = labels;
  return options;
}

Dataset read(const std::string& format, const std::string& bytes, const Strings& labels = {}) {
  TempFolder folder;
  return read_dataset(format, {folder.write("data", bytes)}, with_labels(labels));
}

// "label: text" of each example.
Strings shown(const Dataset& dataset) {
  Strings rows;
  for (const Example& e : dataset.examples)
    rows.push_back(dataset.labels[static_cast<size_t>(e.label)] + ": " + e.text);
  return rows;
}

}  // namespace

TEST_CASE("enron: requests first, folders one after the other", "[readers]") {
  TempFolder folder;
  folder.write("a/intent_pos", "Send it.\r\nCall me.\r\n");
  folder.write("a/intent_neg", "It rains.\r\n");
  folder.write("b/intent_pos", "Come.");
  Dataset dataset = read_dataset("enron", {folder.path("a"), folder.path("b")});
  CHECK(dataset.labels == Strings{"no_request", "request"});
  CHECK(shown(dataset) ==
        Strings{"request: Send it.", "request: Call me.", "no_request: It rains.", "request: Come."});
  CHECK(dataset.class_counts() == std::vector<size_t>{1, 3});
  REQUIRE(dataset.warnings.size() == 1);
  CHECK(contains(dataset.warnings[0], "/b] has no intent_neg"));
  CHECK(contains(message_of([&] { read_dataset("enron", {folder.path("none")}); }), "/none] is not there"));
  folder.write("c/other", "x");
  CHECK(contains(message_of([&] { read_dataset("enron", {folder.path("c")}); }),
                 "holds neither intent_pos nor"));
}

TEST_CASE("enron: the whole data set", "[readers]") {
  std::string path = test::shared_path("data/enron_intent");
  if (!std::filesystem::exists(path)) {
    WARN("skipped: there is no shared data set at " << path);
    return;
  }
  Dataset dataset = read_dataset("enron", {path});
  CHECK(dataset.class_counts() == std::vector<size_t>{2403, 1252});
  CHECK(dataset.examples[0].text == "A dinner / lunch on Fri would work for me.");
  CHECK(dataset.examples[1252].label == 0);
}

TEST_CASE("lines: one file per class", "[readers]") {
  TempFolder folder;
  std::string spam = folder.write("f/spam.txt", "buy\n\nnow\n");
  std::string ham = folder.write("f/ham.txt", "\xef\xbb\xbfhello\n");
  folder.write("f/README.md", "about\n");
  Dataset listed = read_dataset("lines", {spam, ham});
  CHECK(listed.labels == Strings{"spam", "ham"});
  CHECK(shown(listed) == Strings{"spam: buy", "spam: now", "ham: hello"});
  CHECK(listed.warnings == Strings{"[" + spam + "] line 2: no text; left out."});
  Dataset whole = read_dataset("lines", {folder.path("f")});
  CHECK(whole.labels == Strings{"ham", "spam"});
  CHECK(read_dataset("lines", {folder.path("f")}, with_labels({"spam", "ham"})).examples[0].label == 1);
}

TEST_CASE("csv: quotes, line ends and order of columns", "[readers]") {
  Dataset dataset =
      read("csv", "\xef\xbb\xbfid,Label,Text\r\n1,b,\"one, \"\"two\"\"\r\nthree\"\r\n\r\n2,a,plain\r\n");
  CHECK(dataset.labels == Strings{"a", "b"});
  CHECK(shown(dataset) == Strings{"b: one, \"two\"\r\nthree", "a: plain"});
  CHECK(shown(read("csv", "good day,10\nbad day,9\n")) == Strings{"10: good day", "9: bad day"});
  CHECK(read("csv", "good day,10\nbad day,9\n").labels == Strings{"9", "10"});
  CHECK(contains(message_of([] { read("csv", "text,number\na,1\n"); }),
                 "has a header with a column for the text"));
}

TEST_CASE("tsv and jsonl", "[readers]") {
  CHECK(shown(read("tsv", "label\tsentence\nx\t\"quoted\"\ny\tsay \"hi\"\n")) ==
        Strings{"x: quoted", "y: say \"hi\""});
  Dataset dataset =
      read("jsonl", "{\"text\": \"caf\\u00e9\", \"label\": 1}\r\n\n{\"label\": \"no\", \"text\": \"b\"}\n");
  CHECK(shown(dataset) == Strings{"1: café", "no: b"});
}

TEST_CASE("sst2: both headers, quotes kept", "[readers]") {
  for (const char* header : {"label\tsentence\r\n", "label\tcontent\n"}) {
    Dataset dataset = read("sst2", header + std::string("0\t\"bad\"\r\n1\tgood\r\n7\todd\r\n"));
    CHECK(dataset.labels == Strings{"negative", "positive"});
    CHECK(shown(dataset) == Strings{"negative: \"bad\"", "positive: good"});
    REQUIRE(dataset.warnings.size() == 1);
    CHECK(contains(dataset.warnings[0], "line 4: the label is not 0 to 1; left out."));
  }
}

TEST_CASE("ag-news: with the description and without", "[readers]") {
  std::string bytes = "\"3\",\"A, B\",\"C\\D\"\n\"5\",\"x\",\"y\"\n\"1\",\"x\"\n\"4\",\"t\",\"d\"\n";
  Dataset dataset = read("ag-news", bytes);
  CHECK(dataset.labels == Strings{"World", "Sports", "Business", "Sci/Tech"});
  CHECK(shown(dataset) == Strings{"Business: A, B C\\D", "Sci/Tech: t d"});
  CHECK(dataset.warnings.size() == 2);
  CHECK(shown(read("ag-news-title", bytes)) == Strings{"Business: A, B", "Sci/Tech: t"});
  CHECK(shown(read("ag-news-title", "Class Index,Title,Description\n2,t,d\n")) == Strings{"Sports: t"});
}

TEST_CASE("bad rows are counted and shown, never silent", "[readers]") {
  std::string many = "text,label\n";
  for (int i = 0; i < 15; ++i) many += "only text\n";
  Dataset dataset = read("csv", many + "\xff bytes,a\n ,b\ngood,\"\"\nfine,c\n\"open,d\nlost,e\n");
  CHECK(shown(dataset) == Strings{"a: \xff bytes", "c: fine", "d: \"open", "e: lost"});
  std::string all;
  for (const std::string& warning : dataset.warnings) all += warning.substr(warning.find(']') + 2) + "\n";
  CHECK(all ==
        "line 21: a quote opens a field and nothing closes it; it is read as a part of the text.\n"
        "15 rows, lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 5 more: expected at least 2 columns; left out.\n"
        "line 19: no label; left out.\n"
        "line 18: no text; left out.\n"
        "line 17: not UTF-8, kept: the bytes that are not are read as U+FFFD.\n");
  std::string jsonl =
      "[1]\n{\"text\": 1, \"label\": 1}\n{\"text\": \"x\"}\nnonsense\n{\"text\": \"x\", \"label\": 0}\n";
  CHECK(read("jsonl", jsonl).examples.size() == 1);
  CHECK(read("jsonl", jsonl).warnings.size() == 3);
}

TEST_CASE("files that give nothing are refused", "[readers]") {
  for (const std::string& format : dataset_formats()) {
    TempFolder folder;
    if (format == "enron") continue;
    CHECK(contains(message_of([&] { read_dataset(format, {folder.write("e", "")}); }), "/e] is empty."));
    CHECK(contains(message_of([&] { read_dataset(format, {folder.path("no")}); }), "/no] cannot be read: "));
    CHECK(contains(message_of([&] { read_dataset(format, {folder.write("z", "\x1f\x8b...")}); }), "/z] "));
    CHECK(contains(message_of([&] {
                     read_dataset(format, {folder.write("w",
                                                        "\xff\xfe"
                                                        "a")});
                   }),
                   "UTF-16"));
    CHECK_THROWS_AS(read_dataset(format, {}), Error);
  }
  CHECK(contains(message_of([] { read("csv", "one column\n"); }), "No row of the file can be used."));
  CHECK(contains(message_of([] { read("csv", "text,label\n"); }), "holds no rows."));
}

TEST_CASE("unknown formats and unknown labels", "[readers]") {
  CHECK_THROWS_AS(read_dataset("arff", {"x"}), UsageError);
  CHECK(contains(message_of([] { read_dataset("arff", {"x"}); }), "expected one of enron, lines, csv"));
  CHECK(message_of([] {
          read("csv", "x,b\ny,c\n", {"a", "b"});
        }) ==
        "[csv] the data has the label \"c\" (labels: b, c), expected only labels of the model: a, b. "
        "data.label_map can say which is which.");
  CHECK(read("csv", "x,b\n", {"a", "b"}).examples[0].label == 1);
}

TEST_CASE("any bytes give rows or an Error", "[readers]") {
  const std::string alphabet =
      "\"\",\t\r\n\\ {}:[]ab\xc3\xa9\xff\x00"
      "text label";
  Random random(6);
  TempFolder folder;
  for (int i = 0; i < 250; ++i) {
    std::string bytes = i % 2 == 0 ? "text,label\n" : "";
    for (uint64_t n = random.below(60); n > 0; --n) bytes += alphabet[random.below(alphabet.size())];
    std::string path = folder.write("f", bytes);
    for (const char* format : {"csv", "tsv", "jsonl", "sst2", "ag-news", "lines"}) {
      std::string message = message_of([&] {
        for (const Example& e : read_dataset(format, {path}).examples) CHECK(!e.text.empty());
      });
      CHECK((message.empty() || message[0] == '['));
    }
  }
}

// The formats of published data sets, and what columns, label maps and folders make of the usual ones.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "engine/base/random.h"
#include "engine/data/dataset.h"
#include "engine/data/split.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;
using heed::test::TempFolder;
using Strings = std::vector<std::string>;
using Counts = std::vector<size_t>;

namespace {

Dataset read_as(const std::string& format, const std::string& bytes, const ReadOptions& options = {}) {
  TempFolder folder;
  return read_dataset(format, {folder.write("data", bytes)}, options);
}

Strings shown_rows(const Dataset& dataset) {
  Strings rows;
  for (const Example& e : dataset.examples)
    rows.push_back(dataset.labels[static_cast<size_t>(e.label)] + ": " + e.text);
  return rows;
}

// "" when the shared data is there and this build can read it.
std::string skipped(const std::string& path, const std::string& format) {
  if (!std::filesystem::exists(path)) return "there is no " + path;
  const std::string message = message_of([&] { read_dataset(format, {path}); });
  return contains(message, "has no zlib") ? message : "";
}

}  // namespace

TEST_CASE("columns by name and by number", "[formats]") {
  const std::string bytes = "id,tweet,mood,place\n1,hello,good,here\n2,bye,bad,there\n";
  ReadOptions options;
  options.text_columns = {"Tweet"};
  options.label_column = "mood";
  CHECK(shown_rows(read_as("csv", bytes, options)) == Strings{"good: hello", "bad: bye"});
  options.text_columns = {"tweet", "4"};
  CHECK(shown_rows(read_as("csv", bytes, options)) == Strings{"good: hello here", "bad: bye there"});
  options.label_column = "humour";
  CHECK(contains(message_of([&] { read_as("csv", bytes, options); }),
                 "has no column \"humour\": its header names id, tweet, mood, place"));
  options.text_columns = {"2"};
  options.label_column = "3";
  CHECK(read_as("csv", bytes, options).examples.size() == 2);  // numbers below "id" say that it is a header
  options.header = true;
  CHECK(shown_rows(read_as("csv", bytes, options)) == Strings{"good: hello", "bad: bye"});
  options.header = false;
  CHECK(read_as("csv", "text,x,label,y\na,b,c,d\n", options).examples.size() == 2);
  options.label_column = "9";
  CHECK(contains(message_of([&] { read_as("csv", bytes, options); }), "expected at least 9 columns"));
}

TEST_CASE("a header with unusual names is known by its label", "[formats]") {
  const std::string bytes = "words,mood\na,good\nb,bad\nc,good\nd,bad\n";
  const Dataset data = read_as("csv", bytes);
  CHECK(data.class_counts() == Counts{2, 2});
  CHECK(contains(data.warnings.at(0),
                 "line 1 is taken for a header, since \"mood\" is unlike the labels below it"));
  ReadOptions options;
  options.header = false;
  CHECK(read_as("csv", bytes, options).labels == Strings{"bad", "good", "mood"});
  CHECK(read_as("csv", "a,odd\nb,bad\nc,good\nd,bad\ne,x\n").examples.size() == 5);
}

TEST_CASE("columns of JSON Lines", "[formats]") {
  ReadOptions options;
  options.text_columns = {"head", "body"};
  options.label_column = "kind";
  const Dataset data =
      read_as("jsonl", "{\"head\": \"a\", \"body\": \"b\", \"kind\": true}\n{\"head\": \"a\"}\n", options);
  CHECK(shown_rows(data) == Strings{"true: a b"});
  CHECK(contains(data.warnings.at(0), "line 2: no string \"body\"; left out."));
  CHECK(data.left_out == 1);
}

TEST_CASE("a label map renames classes, and what it does not name is counted", "[formats]") {
  ReadOptions options;
  options.label_map = {{"joy", "positive"}, {"love", "positive"}, {"fear", "negative"}};
  const Dataset data =
      read_as("dair-emotion", "i laugh;joy\ni hide;fear\nlove;love\nwhat;surprise\nwhy;surprise\n", options);
  CHECK(data.labels == Strings{"negative", "positive"});
  CHECK(shown_rows(data) == Strings{"positive: i laugh", "negative: i hide", "positive: love"});
  REQUIRE(data.warnings.size() == 1);
  CHECK(contains(data.warnings[0], "lines 4, 5: the label \"surprise\" is not in the label_map; left out."));
  CHECK(data.left_out == 2);
  options.label_map = {{"Sports", "play"}, {"World", "work"}, {"Business", "work"}};
  CHECK(read_as("ag-news", "1,a,b\n2,a,b\n4,a,b\n", options).labels == Strings{"work", "play"});
}

TEST_CASE("labels differ from a model's in case alone", "[formats]") {
  ReadOptions options;
  options.labels = {"anger", "joy"};
  CHECK(read_as("csv", "x,Joy\ny,ANGER\n", options).class_counts() == Counts{1, 1});
  options.labels = {"Joy", "JOY", "joy"};
  CHECK(read_as("csv", "x,JOY\n", options).examples[0].label == 1);
  CHECK_THROWS_AS(read_as("csv", "x,jOY\n", options), Error);
}

TEST_CASE("ag-news: rows whose title stands apart, in the text or nowhere", "[formats]") {
  const std::string bytes =
      "label,label_name,form,title,text,source\n2,Sports,full,,\"Cup won They won.\",a\n"
      "4,Sci/Tech,split,Chips,They compute.,b\n1,World,desc,,They met.,c\n";
  CHECK(shown_rows(read_as("ag-news", bytes)) ==
        Strings{"Sports: Cup won They won.", "Sci/Tech: Chips They compute.", "World: They met."});
  const Dataset titles = read_as("ag-news-title", bytes);
  CHECK(shown_rows(titles) == Strings{"Sci/Tech: Chips"});
  CHECK(titles.left_out == 2);
  const Dataset both = read_as("ag-news-both", bytes);
  CHECK(both.examples.size() == 4);
  CHECK(both.groups == std::vector<int>{-1, 0, 0, -1});
}

TEST_CASE("goemotions: names of labels, and rows with several", "[formats]") {
  const std::string bytes = "Nice!\t3\tid1\r\nHm.\t0,3\tid2\r\nWhat\tx\tid3\nlone\n";
  const Dataset single = read_as("goemotions", bytes);
  CHECK(single.labels == Strings{"anger", "disgust", "fear", "joy", "neutral", "sadness", "surprise"});
  CHECK(shown_rows(single) == Strings{"joy: Nice!"});
  CHECK(single.left_out == 3);
  CHECK(contains(single.warnings.at(0) + single.warnings.at(1) + single.warnings.at(2),
                 "line 2: several labels"));
  ReadOptions options;
  options.single_label = false;
  const Dataset all = read_as("goemotions", bytes, options);
  CHECK(shown_rows(all) == Strings{"joy: Nice!", "anger: Hm.", "joy: Hm."});
  CHECK(all.groups == std::vector<int>{-1, 0, 0});
  CHECK(read_as("goemotions", "a\t27\tx\n").labels.size() == 28);
  TempFolder folder;
  folder.write("labels.txt", "calm\nwild\n");
  const Dataset named = read_dataset("goemotions", {folder.write("train.tsv", "a\t1\tx\nb\t2\tx\n")});
  CHECK(shown_rows(named) == Strings{"wild: a"});
  CHECK(contains(named.warnings.at(0), "line 2: the label is not 0 to 1; left out."));
}

TEST_CASE("isear: separators inside the text", "[formats]") {
  std::string row = "11001";
  for (int i = 1; i < 36; ++i) row += "|1";
  const std::string bytes = "ID|CITY\n" + row + "|joy|4|3|0110|When we á met á|again.|1|\n" + row +
                            "|fear|4|3|0110|A storm.|1|\n1|2|3\n";
  const Dataset data = read_as("isear", bytes);
  CHECK(shown_rows(data) == Strings{"joy: When we met again.", "fear: A storm."});
  CHECK(contains(data.warnings.at(0), "line 4: expected 43 fields separated by |; left out."));
}

TEST_CASE("enisear: the emotion word comes back where it is asked for", "[formats]") {
  const std::string bytes =
      "Sentence_id\tPrior_Emotion\tSentence\n1\tFear\tI felt ... when it broke... and real ….\n2\tJoy\n";
  CHECK(shown_rows(read_as("enisear", bytes)) == Strings{"Fear: I felt ... when it broke... and real …."});
  ReadOptions options;
  options.restore_emotion = true;
  CHECK(shown_rows(read_as("enisear", bytes, options)) ==
        Strings{"Fear: I felt fear when it broke... and real fear."});
  options.label_map = {{"Angst", "negative"}};
  CHECK(shown_rows(read_as("deisear", "Prior_Emotion\tSentence\nAngst\tIch fühlte ..., als es brach.\n",
                           options)) == Strings{"negative: Ich fühlte Angst, als es brach."});
  CHECK(contains(message_of([] { read_as("enisear", "a\tb\n"); }), "Prior_Emotion and Sentence"));
}

TEST_CASE("sst-trees: sentences, phrases, five classes and two", "[formats]") {
  const std::string bytes =
      "(3 (2 It) (4 (2 -LRB-) (4 works\\/runs)))\n\n(2 (2 so) (0 bad))\n(3 (2 It)\n(5 x)\n(3)\n";
  const Dataset five = read_as("sst-trees", bytes);
  CHECK(five.labels == Strings{"very negative", "negative", "neutral", "positive", "very positive"});
  CHECK(shown_rows(five) == Strings{"positive: It ( works/runs", "neutral: so bad"});
  CHECK(five.left_out == 3);
  ReadOptions options;
  options.binary = true;
  CHECK(shown_rows(read_as("sst-trees", bytes, options)) == Strings{"positive: It ( works/runs"});
  options = {};
  options.labels = {"negative", "positive"};  // a model of two classes
  options.phrases = true;
  const Dataset phrases = read_as("sst-trees", bytes, options);
  CHECK(shown_rows(phrases) == Strings{"positive: It ( works/runs", "positive: ( works/runs",
                                       "positive: works/runs", "negative: bad"});
  CHECK(phrases.groups == std::vector<int>{0, 0, 0, 1});
  std::string deep(200000, '(');
  CHECK_THROWS_AS(read_as("sst-trees", deep), Error);
}

TEST_CASE("any bytes give rows or an Error, in every format", "[formats]") {
  const std::string alphabet = "(((()))) 01234,,;;\t\t||\n\n\r\"ab… ...\xc3\xa9\xff";
  Random random(16);
  TempFolder folder;
  for (int i = 0; i < 300; ++i) {
    std::string bytes = i % 3 == 0   ? "Prior_Emotion\tSentence\n"
                        : i % 3 == 1 ? "label,form,title,text\n"
                                     : "";
    for (uint64_t n = random.below(80); n > 0; --n) bytes += alphabet[random.below(alphabet.size())];
    if (i % 5 == 0) bytes += std::string(45, '|');
    const std::string path = folder.write("f", bytes);
    for (const std::string& format : dataset_formats()) {
      ReadOptions options;
      options.phrases = i % 2 == 0;
      options.single_label = i % 2 == 0;
      options.restore_emotion = true;
      const std::string message = message_of([&] {
        const Dataset data = read_dataset(format, {path}, options);
        CHECK((data.groups.empty() || data.groups.size() == data.examples.size()));
        for (const Example& e : data.examples) CHECK(static_cast<size_t>(e.label) < data.labels.size());
      });
      CHECK((message.empty() || message[0] == '['));
    }
  }
}

TEST_CASE("the shared data sets have the rows that their sources say", "[formats]") {
  struct Case {
    const char *path, *format;
    size_t rows, classes;
  };
  for (const Case& c :
       {Case{"ag_news/test.csv", "ag-news", 7600, 4}, Case{"ag_news", "ag-news", 55655, 4},
        Case{"ag_news", "ag-news-title", 10300, 4}, Case{"ag_news/test.csv", "ag-news-both", 15200, 4},
        Case{"sst2/dev.tsv", "sst2", 872, 2}, Case{"sst_trees", "sst-trees", 8544, 5},
        Case{"goemotions/original", "goemotions", 36308, 28}, Case{"dair_emotion", "dair-emotion", 16000, 6},
        Case{"isear", "isear", 7666, 7}, Case{"enisear_appraisal", "enisear", 1001, 7}}) {
    const std::string path = test::shared_path("data/" + std::string(c.path));
    if (const std::string reason = skipped(path, c.format); !reason.empty()) {
      WARN("skipped: " << reason);
      continue;
    }
    INFO(c.path << " as " << c.format);
    const Dataset data = read_dataset(c.format, {path});
    CHECK(data.examples.size() == c.rows);
    CHECK(data.labels.size() == c.classes);
  }
}

TEST_CASE("sst2: a sentence's phrases stay in its part of the split", "[formats]") {
  const std::string path = test::shared_path("data/sst2");
  if (const std::string reason = skipped(path, "sst2"); !reason.empty()) {
    WARN("skipped: " << reason);
    return;
  }
  const Dataset data = read_dataset("sst2", {path});
  CHECK(data.class_counts() == Counts{29780, 37569});
  std::vector<int> labels;
  for (const Example& e : data.examples) labels.push_back(e.label);
  const Split split = grouped_split(labels, data.groups, 1, {0.9, 0.1, 0});
  CHECK(split.validation.size() + split.train.size() == labels.size());
  CHECK(split.validation.size() == Approx(6735).epsilon(0.01));
  std::set<int> held_out;
  for (int row : split.validation) held_out.insert(data.groups[static_cast<size_t>(row)]);
  for (int row : split.train) REQUIRE(held_out.count(data.groups[static_cast<size_t>(row)]) == 0);
}

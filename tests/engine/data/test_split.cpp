#include "engine/data/split.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "engine/base/random.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;

namespace {

int64_t count(const std::vector<int>& rows, const std::vector<int>& labels, int label) {
  return std::count_if(rows.begin(), rows.end(),
                       [&](int row) { return labels[static_cast<size_t>(row)] == label; });
}

void check_complete(const Split& split, size_t n) {
  std::vector<int> all = split.train;
  all.insert(all.end(), split.validation.begin(), split.validation.end());
  all.insert(all.end(), split.test.begin(), split.test.end());
  std::sort(all.begin(), all.end());
  REQUIRE(all.size() == n);
  for (size_t i = 0; i < n; ++i) CHECK(all[i] == static_cast<int>(i));
}

std::string complaint(const char* json) {
  test::TempFolder folder;
  std::string path = folder.write("s.json", json);
  std::string message = message_of([&] { read_split(path, 10); });
  CHECK((message.empty() || message.rfind("[" + path + "] ", 0) == 0));
  return message.empty() ? message : message.substr(path.size() + 3);
}

}  // namespace

TEST_CASE("each class is shared out by itself", "[split]") {
  std::vector<int> labels(3655, 0);
  std::fill(labels.begin(), labels.begin() + 1252, 1);
  Split split = stratified_split(labels, 1);
  check_complete(split, labels.size());
  CHECK(count(split.validation, labels, 1) == 125);
  CHECK(count(split.test, labels, 1) == 125);
  CHECK(count(split.validation, labels, 0) == 240);
  CHECK(std::is_sorted(split.train.begin(), split.train.end()));
  CHECK(stratified_split(labels, 1).test == split.test);
  CHECK(stratified_split(labels, 2).test != split.test);
}

TEST_CASE("any classes and fractions make a complete split", "[split]") {
  Random random(12);
  for (int round = 0; round < 300; ++round) {
    std::vector<int> labels(random.below(40));
    for (int& label : labels) label = static_cast<int>(random.below(5));
    double train = random.uniform(), validation = (1 - train) * random.uniform();
    SplitFractions fractions{train, validation, 1 - train - validation};
    if (round % 5 == 0) fractions = {0, 0.5, 0.5};
    if (round % 5 == 1) fractions = {1, 0, 0};
    if (round % 5 == 2) fractions = {0.8, 0, 0.2};
    Split split = stratified_split(labels, static_cast<uint64_t>(round), fractions);
    check_complete(split, labels.size());
    if (fractions.train == 0) CHECK(split.train.empty());
    if (fractions.validation == 0) CHECK(split.validation.empty());
    for (int label = 0; label < 5; ++label) {
      if (std::count(labels.begin(), labels.end(), label) < 3) continue;
      if (fractions.train > 0) CHECK(count(split.train, labels, label) > 0);
      if (fractions.validation > 0) CHECK(count(split.validation, labels, label) > 0);
      if (fractions.test > 0) CHECK(count(split.test, labels, label) > 0);
    }
  }
  CHECK_THROWS_AS(stratified_split({0, 1}, 1, {0.5, 0.1, 0.1}), Error);
  CHECK_THROWS_AS(stratified_split({0, 1}, 1, {1.2, -0.1, -0.1}), Error);
}

TEST_CASE("groups are never torn apart", "[split]") {
  Random random(13);
  for (int round = 0; round < 200; ++round) {
    std::vector<int> labels(random.below(200)), groups;
    for (int& label : labels) {
      label = static_cast<int>(random.below(3));
      groups.push_back(static_cast<int>(random.below(30)) - 1);
    }
    const SplitFractions fractions =
        round % 3 == 0 ? SplitFractions{0, 0.5, 0.5} : SplitFractions{0.7, 0.15, 0.15};
    const Split split = grouped_split(labels, groups, static_cast<uint64_t>(round), fractions);
    check_complete(split, labels.size());
    if (fractions.train == 0) CHECK(split.train.empty());
    std::map<int, size_t> part_of;
    const std::vector<int>* parts[] = {&split.train, &split.validation, &split.test};
    for (size_t part = 0; part < 3; ++part)
      for (int row : *parts[part]) {
        const int group = groups[static_cast<size_t>(row)];
        if (group >= 0) CHECK(part_of.emplace(group, part).first->second == part);
      }
    CHECK(grouped_split(labels, groups, static_cast<uint64_t>(round), fractions).test == split.test);
  }
  CHECK_THROWS_AS(grouped_split({0, 1}, {0}, 1), Error);
}

TEST_CASE("rows by themselves are shared out like rows without groups", "[split]") {
  std::vector<int> labels(1000, 0);
  std::fill(labels.begin(), labels.begin() + 300, 1);
  const Split split = grouped_split(labels, std::vector<int>(1000, -1), 4);
  CHECK(count(split.validation, labels, 1) == 30);
  CHECK(count(split.test, labels, 0) == 70);
}

TEST_CASE("a split is read from a file", "[split]") {
  test::TempFolder folder;
  Split split =
      read_split(folder.write("s", R"({"train": [3, 1], "val": [0], "test": [2, 9], "seed": 5})"), 10);
  CHECK(split.train == std::vector<int>{3, 1});
  CHECK(split.validation == std::vector<int>{0});
  CHECK(split.test == std::vector<int>{2, 9});
  CHECK(read_split(folder.write("t", R"({"train": [1]})"), 10).test.empty());
}

TEST_CASE("a split that cannot be right is refused", "[split]") {
  CHECK(complaint(R"({"train": [10]})") ==
        R"(has row 10 under "train", expected 0 to 9: the data has 10 rows.)");
  CHECK(contains(complaint(R"({"train": [-1]})"), "has row -1"));
  CHECK(complaint(R"({"train": [1, 2], "val": [2]})") == R"(has row 2 under "train" and again under "val".)");
  CHECK(complaint(R"({"train": [1, 1]})") == R"(has row 1 under "train" and again under "train".)");
  CHECK(contains(complaint(R"({"train": [1.5]})"), "expected a list of which each is an integer"));
  CHECK(contains(complaint(R"({"train": 3})"), "expected a list"));
  CHECK(contains(complaint(R"({"val": [1]})"), "has no \"train\""));
  CHECK(contains(complaint("[1]"), "expected an object"));
  CHECK(contains(complaint("train"), "is not JSON"));
}

TEST_CASE("the published splits of the Enron data are complete", "[split]") {
  std::string file = test::shared_path("data/enron_intent/splits/split_0.json");
  if (!std::filesystem::exists(file)) {
    WARN("skipped: there is no " << file);
    return;
  }
  check_complete(read_split(file, 3655), 3655);
}

TEST_CASE("folds: every row outside of the test part is held out once", "[data][split]") {
  std::vector<int> labels, groups;
  for (int i = 0; i < 101; ++i) {
    labels.push_back(i % 3 == 0 ? 1 : 0);
    groups.push_back(i % 5 == 0 ? i / 10 : -1);  // some rows belong together, two by two
  }
  const bool grouped = GENERATE(false, true);
  SplitFractions fractions{0.8, 0.1, 0.1, 4, 0};
  std::vector<int> held_out(labels.size(), 0);
  std::vector<int> test;
  for (; fractions.fold < 4; ++fractions.fold) {
    const Split split =
        grouped ? grouped_split(labels, groups, 7, fractions) : stratified_split(labels, 7, fractions);
    check_complete(split, labels.size());
    for (const int row : split.validation) ++held_out[static_cast<size_t>(row)];
    CHECK((fractions.fold == 0 || split.test == test));  // the test part is the same for all
    test = split.test;
    CHECK(static_cast<double>(split.validation.size()) == Approx(91 / 4.0).margin(3));
    if (!grouped)
      CHECK(static_cast<double>(count(split.validation, labels, 1)) == Approx(91 / 12.0).margin(2));
    if (grouped)
      for (const int row : split.validation)
        for (const int other : split.train)
          CHECK((groups[static_cast<size_t>(row)] < 0 ||
                 groups[static_cast<size_t>(row)] != groups[static_cast<size_t>(other)]));
  }
  for (const int row : test) CHECK(held_out[static_cast<size_t>(row)] == 0);
  CHECK(std::count(held_out.begin(), held_out.end(), 1) ==
        static_cast<std::ptrdiff_t>(labels.size() - test.size()));
  CHECK(contains(message_of([&] { stratified_split(labels, 0, {0.8, 0.1, 0.1, 4, 4}); }), "fold 4 of 4"));
  CHECK(contains(message_of([&] {
                   stratified_split(labels, 0, {0.8, 0.1, 0.1, 1, 0});
                 }),
                 "two folds or more"));
}

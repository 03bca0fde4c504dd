#include "engine/data/toy.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "engine/base/error.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& text) {
  std::istringstream in(text);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool is_digit(const std::string& word) {
  return word.size() == 1 && word[0] >= '0' && word[0] <= '9';
}

// What the rule says of the words, worked out anew.
std::string answer(const std::string& task, const Words& words) {
  const std::string& asks = words.back();
  const Words given(words.begin(), words.end() - 1);
  const auto n = static_cast<int>(given.size());
  Words digits;
  std::copy_if(given.begin(), given.end(), std::back_inserter(digits), is_digit);
  if (task == "first") return digits.front();
  if (task == "last") return digits.back();
  if (task == "addition") return std::to_string((digits.at(0)[0] - '0' + digits.at(1)[0] - '0') % 10);
  if (task == "count") return std::to_string(std::count(given.begin(), given.end(), "x"));
  if (task == "induction") return *(std::find(given.begin(), given.end(), asks) + 1);
  if (task == "decides") {
    const Words yes{"gladly", "certainly", "agreed"};
    return std::find_first_of(given.begin(), given.end(), yes.begin(), yes.end()) != given.end() ? "yes"
                                                                                                 : "no";
  }
  if (task == "brackets") {
    int open = 0, least = 0;
    for (const std::string& word : given) {
      open += (word == "(") - (word == ")");
      least = std::min(least, open);
    }
    return open == 0 && least == 0 ? "balanced" : "not";
  }
  const int place = std::stoi(asks.substr(2)) - 1;
  if (task == "copy") return given.at(static_cast<size_t>(place));
  if (task == "reverse") return given.at(static_cast<size_t>(n - 1 - place));
  Words sorted = given;
  std::sort(sorted.begin(), sorted.end());
  return sorted.at(static_cast<size_t>(place));
}

}  // namespace

TEST_CASE("the label of every toy text is what its rule says", "[data][toy]") {
  for (const ToyTask& task : toy_tasks())
    for (const int length : {5, 8, 12}) {
      ToyOptions options{task.name, 300, length, 7};
      const Dataset data = toy_dataset(options);
      REQUIRE(data.examples.size() == 300);
      for (const Example& example : data.examples) {
        CAPTURE(task.name, example.text);
        const Words words = words_of(example.text);
        REQUIRE(words.size() == static_cast<size_t>(length) + 1);
        CHECK(answer(task.name, words) == data.labels[static_cast<size_t>(example.label)]);
        for (const int word : example.needed) CHECK((word >= 0 && word < length));
      }
    }
}

TEST_CASE("without the words that are needed a toy text says nothing", "[data][toy]") {
  for (const char* task : {"copy", "reverse", "sort", "first", "last", "induction"}) {
    const Dataset data = toy_dataset({task, 200, 8, 3});
    for (const Example& example : data.examples) {
      REQUIRE(example.needed.size() == 1);
      const auto word = static_cast<size_t>(example.needed[0]);
      CHECK(words_of(example.text)[word] == data.labels[static_cast<size_t>(example.label)]);
    }
  }
  for (const Example& example : toy_dataset({"addition", 100, 8, 3}).examples)
    CHECK(example.needed.size() == 2);
}

TEST_CASE("a seed makes the same toy texts, another one others, of nearly even classes", "[data][toy]") {
  const Dataset one = toy_dataset({"brackets", 1000, 8, 1}), same = toy_dataset({"brackets", 1000, 8, 1}),
                other = toy_dataset({"brackets", 1000, 8, 2});
  CHECK(one.examples[999].text == same.examples[999].text);
  CHECK(one.examples[999].text != other.examples[999].text);
  const std::vector<size_t> counts = one.class_counts();
  CHECK(*std::min_element(counts.begin(), counts.end()) > 350);
}

TEST_CASE("what is no toy task is said", "[data][toy]") {
  CHECK(message_of([] {
          toy_dataset({"sing", 10, 8, 0});
        }).find("[toy] there is no toy task \"sing\": expected copy") == 0);
  CHECK(message_of([] { toy_dataset({"sort", 10, 60, 0}); }) == "[toy] sort of 60 words: expected 1 to 26.");
}

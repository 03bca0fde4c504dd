// Entities in the labels of words, and how many of them were found.
#include "engine/tasks/entities.h"

#include <nlohmann/json.hpp>

#include "tests/engine/catch.h"

using namespace heed;

namespace {

const std::vector<std::string> kNames = {"O", "B-MAN", "I-MAN", "B-SEA", "SEA"};

// "0-2 MAN, 3-4 SEA"
std::string found(const std::vector<int>& labels) {
  std::string text;
  for (const Entity& e : entities(labels, 0, labels.size(), kNames))
    text += (text.empty() ? "" : ", ") + std::to_string(e.begin) + "-" + std::to_string(e.end) + " " + e.kind;
  return text;
}

}  // namespace

TEST_CASE("entities are runs of one kind, and B- begins another", "[tasks][entities]") {
  CHECK(found({}) == "");
  CHECK(found({0, 0}) == "");
  CHECK(found({1, 2, 0, 3}) == "0-2 MAN, 3-4 SEA");
  CHECK(found({1, 1, 2}) == "0-1 MAN, 1-3 MAN");
  CHECK(found({2, 2}) == "0-2 MAN");              // without a beginning
  CHECK(found({1, 3, 4}) == "0-1 MAN, 1-3 SEA");  // another kind; a label without a mark goes on
  CHECK(found({4, 4, 0, 4}) == "0-2 SEA, 3-4 SEA");
}

TEST_CASE("an entity is found where its words and its kind are right", "[tasks][entities]") {
  // Two sentences: none goes over from one into the next.
  const std::vector<size_t> lengths = {3, 2};
  const std::vector<int> truth = {1, 2, 0, /**/ 1, 2};
  nlohmann::json figures = entity_figures(truth, truth, lengths, kNames);
  for (const char* figure : {"entity_precision", "entity_recall", "entity_f1"}) CHECK(figures[figure] == 1);
  // The first is a word too long, the second right, a third is none.
  figures = entity_figures(truth, {1, 2, 2, 1, 2}, lengths, kNames);
  CHECK(figures["entity_precision"] == 0.5);
  figures = entity_figures(truth, {1, 2, 3, 0, 0}, lengths, kNames);
  CHECK(figures["entity_precision"] == 0.5);
  CHECK(figures["entity_recall"] == 0.5);
  CHECK(figures["entity_f1"] == 0.5);
  figures = entity_figures(truth, {0, 0, 0, 0, 0}, lengths, kNames);
  for (const char* figure : {"entity_precision", "entity_recall", "entity_f1"}) CHECK(figures[figure] == 0);
}

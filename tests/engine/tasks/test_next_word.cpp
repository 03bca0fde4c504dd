// What the task asks of a network, batch by batch.
#include "engine/format/fields_json.h"
#include "engine/tasks/corpus_task.h"
#include "engine/tasks/recipe_fields.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/tasks/word_texts.h"
#include "tests/engine/temp_folder.h"

using namespace heed;

namespace {

Recipe next_recipe(int64_t length) {
  Recipe recipe{"next", write_defaults(recipe_fields())};
  recipe.json["task"] = "next-word";
  recipe.json["text"]["max_size"] = 280;
  recipe.json["split"] = {{"train", 0.9}, {"validation", 0.1}, {"test", 0}};
  recipe.json["training"]["rows"]["length"] = length;
  recipe.json["training"]["batch_size"] = 3;
  return recipe;
}

struct Made {
  test::TempFolder folder;
  Recipe recipe;
  TaskData data;
  std::unique_ptr<Task> task;
  explicit Made(const std::string& text, int64_t length = 16) : recipe(next_recipe(length)) {
    data.paths = {folder.write("a.txt", text)};
    task = task_of(recipe.json, "next").make({recipe, data});
  }
  const NetworkTask& network_task() const { return dynamic_cast<const NetworkTask&>(*task); }
};

}  // namespace

TEST_CASE("every token is asked for by those before it, and a document begins with an end", "[next-word]") {
  const Made made(test::counting_text(40, 1));
  const NetworkTask& task = made.network_task();
  CHECK(task.output() == Output::kNext);
  CHECK(task.text().sizes.V == 258);  // "Ġw" alone is worth a piece: digits are words of their own
  const std::vector<Batch> batches = task.batches(training_options(made.recipe), 0);
  int64_t asked = 0, rows = 0;
  for (const Batch& chosen : batches) {
    const StepBatch batch = task.batch(chosen, 0);
    const Spans& texts = batch.batch.sentences;
    REQUIRE(batch.labels.count() == batch.batch.ids.count());
    asked += batch.labels.count();
    rows += static_cast<int64_t>(chosen.size());
    for (size_t b = 0; b < texts.B(); ++b)
      for (int32_t t = 0; t < texts.length[b]; ++t) {
        const int32_t at = texts.begin[b] + t;
        if (t > 0) CHECK(batch.batch.ids.data<int32_t>()[at] != 0);
        if (t + 1 < texts.length[b])
          CHECK(batch.labels.data<int32_t>()[at] == batch.batch.ids.data<int32_t>()[at + 1]);
      }
  }
  // Each token of the training part once, but the first.
  const nlohmann::json read = made.task->identity();
  CHECK(asked == read["tokens"].get<int64_t>() - 1);
  CHECK(rows == static_cast<int64_t>(task.size(DataPart::kTrain)));
}

TEST_CASE("lines are kept, and a document that is cut for its length goes on", "[next-word]") {
  std::string longer;
  for (int i = 0; i < 3000; ++i) longer += "one two\n";
  const Made made(longer + "\nthree\n");
  const NetworkTask& task = made.network_task();
  int64_t ends = 0, breaks = 0;
  for (const Batch& chosen : task.batches(training_options(made.recipe), 0)) {
    const StepBatch batch = task.batch(chosen, 0);
    for (int32_t label : batch.labels.values<int32_t>()) ends += label == 0 ? 1 : 0;
    breaks += batch.labels.count();
  }
  CHECK(ends <= 2);
  CHECK(breaks > 4000);
}

TEST_CASE("what cannot be learned from is refused", "[next-word]") {
  const auto refused = [](const nlohmann::json& text) {
    return test::message_of([&] {
      const test::TempFolder folder;
      Recipe recipe = next_recipe(16);
      recipe.json["text"].update(text);
      TaskData data;
      data.paths = {folder.write("a.txt", test::counting_text(20, 1))};
      task_of(recipe.json, "next").make({recipe, data});
    });
  };
  CHECK(test::contains(refused({{"preprocess", {"lower_case"}}}), "byte pairs keep a text as it is"));
  CHECK(test::contains(refused({{"max_size", 100}}), "257 pieces already"));
  const test::TempFolder folder;
  folder.write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nw1\n");
  CHECK(test::contains(refused({{"pieces", folder.path("")}}), "no piece that ends a text"));
}

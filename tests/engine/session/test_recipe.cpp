#include "engine/session/training/inside/recipe.h"

#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

TEST_CASE("The recipes that ship are complete and valid", "[recipe]") {
  for (const char* name : {"enron-tutorial", "enron-request", "toy-sentiment"}) {
    const Recipe recipe = load_recipe(test::source_path("assets/recipes/" + std::string(name) + ".json"), {});
    CHECK(recipe.name == name);
    CHECK_NOTHROW(training_options(recipe));
    CHECK_NOTHROW(split_fractions(recipe));
  }
}

TEST_CASE("Keys can be set, and a slip of the pen is named", "[recipe]") {
  const test::TempFolder folder;
  const std::string file = folder.write("r.json", R"({"model": {"architecture": "request-classifier"}})");
  const Recipe recipe =
      load_recipe(file, {"training.epochs=3", "training.optimizer.rate=0.5", "model.heads=2",
                         "text.tokenizer=words", "training.early_stopping=null"});
  CHECK(training_options(recipe).epochs == 3);
  CHECK(training_options(recipe).rate == 0.5);
  CHECK(recipe.json["model"]["heads"] == 2);
  CHECK(recipe.json["text"]["tokenizer"] == "words");
  auto message = [&](const std::string& set) {
    return test::message_of([&] { training_options(load_recipe(file, {set})); });
  };
  CHECK(test::contains(message("training.epoch=3"), "unknown key \"training.epoch\": expected one of"));
  CHECK(test::contains(message("training.epochs=many"), "\"training.epochs\" is the string \"many\""));
  CHECK(test::contains(message("training=1"), "expected an object"));
  CHECK_THROWS_AS(load_recipe(file, {"data.set=\"no-such-set\""}), UsageError);
  CHECK_THROWS_AS(load_recipe(file, {"no-equals-sign"}), UsageError);
  CHECK_THROWS_AS(load_recipe("no-such-recipe", {}), UsageError);
  CHECK(test::contains(test::message_of([&] { load_recipe(folder.path("gone.json"), {}); }), "gone.json"));
}

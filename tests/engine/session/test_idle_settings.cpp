#include "engine/session/training/inside/idle_settings.h"

#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/recipes.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

std::string said_of(const nlohmann::json& given, bool fine_tunes = false) {
  const Recipe recipe = complete_recipe("mine", given, "mine.json");
  return idle_settings(recipe, task_of(recipe.json, recipe.name), fine_tunes);
}

nlohmann::json classifier(const nlohmann::json& training) {
  return {{"model", {{"architecture", "request-classifier"}}}, {"training", training}};
}

}  // namespace

TEST_CASE("Settings that a run does not look at are named, with what reads them", "[session]") {
  CHECK(said_of(classifier({{"epoch_steps", 10}})) ==
        "[mine] settings without effect on this run: training.epoch_steps (read by the task masked-words, "
        "next-word).");
  CHECK(said_of(classifier({{"epochs", 3}, {"batch_size", 4}, {"clip", 1}, {"word_dropout", 0.1}})).empty());
  const std::string said =
      said_of(classifier({{"optimizer", {{"name", "sgd"}, {"beta2", 0.9}, {"muon", {{"scale", "rms"}}}}},
                          {"schedule", {{"name", "linear"}, {"every", 3}, {"warmup_from_zero", true}}},
                          {"rows", {{"length", 64}}}}));
  for (const char* key : {"optimizer.beta2", "optimizer.muon.scale", "schedule.every",
                          "schedule.warmup_from_zero", "rows.length"})
    CHECK(contains(said, "training." + std::string(key)));
  CHECK(!contains(said, "optimizer.name"));
}

TEST_CASE("What reads a setting may be another model, or a new one", "[session]") {
  const nlohmann::json text{{"phrases", {{"max", 2}, {"min_freq", 2}}}, {"min_freq", 3}};
  CHECK(contains(said_of({{"model", {{"architecture", "request-classifier"}}}, {"text", text}}),
                 "text.phrases.max (read by sentence-classifier)"));
  CHECK(said_of({{"model", {{"architecture", "sentence-classifier"}}}, {"text", text}}).empty());
  CHECK(contains(said_of({{"model", nullptr}, {"text", text}}, true), "text.min_freq (read by new networks"));
  CHECK(contains(said_of({{"model", {{"architecture", "request-classifier"}, {"window", 7}}}}),
                 "model.window (read by the mechanisms local-m and local-p)"));
  CHECK(contains(said_of({{"task", "masked-words"}, {"data", {{"text_column", "a"}}}}), "data.text_column"));
  CHECK(contains(said_of({{"model", {{"architecture", "wordpiece"}}}, {"training", {{"epochs", 3}}}}),
                 "training.epochs (read by tasks that train a network)"));
}

TEST_CASE("Every setting of the recipes that are shipped has an effect", "[session]") {
  for (const RecipeEntry& entry : recipes()) {
    const Recipe recipe = load_recipe(entry.file, {});
    const bool fine_tunes = recipe.json["model"].is_null() || !recipe.json["model"].contains("architecture");
    CHECK(idle_settings(recipe, task_of(recipe.json, recipe.name), fine_tunes) == "");
  }
}

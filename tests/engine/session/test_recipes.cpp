// What a form for recipes is made from agrees with what recipes hold.
#include "engine/session/training/recipes.h"

#include <algorithm>
#include <set>

#include "engine/session/models/devices.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/tasks/task.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"

using namespace heed;
using namespace heed::session;

namespace {

std::string shipped(const std::string& name) {
  return test::source_path("assets/recipes/" + name + ".json");
}

// The dotted keys of all numbers, flags and strings below `json`.
void collect(const nlohmann::json& json, const std::string& path, std::set<std::string>& keys) {
  for (const auto& [key, value] : json.items()) {
    const std::string here = path.empty() ? key : path + "." + key;
    if (value.is_object())
      collect(value, here, keys);
    else if (value.is_primitive() && !value.is_null())
      keys.insert(here);
  }
}

const nlohmann::json* at(const nlohmann::json& json, std::string key) {
  std::replace(key.begin(), key.end(), '.', '/');
  const nlohmann::json::json_pointer place("/" + key);
  return json.contains(place) ? &json.at(place) : nullptr;
}

}  // namespace

TEST_CASE("Every value of a recipe has a setting with its meaning", "[recipes]") {
  for (const char* name : {"enron-tutorial", "enron-request", "toy-sentiment", "ag-news-topics"}) {
    const nlohmann::json values = recipe_values(shipped(name));
    std::set<std::string> known;
    for (const Field& setting : settings(values["model"]["architecture"])) {
      INFO(setting.key);
      CHECK(known.insert(setting.key).second);
      CHECK(!setting.meaning.empty());
      CHECK((setting.kind == Field::Kind::kChoice) == !setting.choices.empty());
    }
    std::set<std::string> keys;
    for (const char* part : {"training", "model", "split"}) collect(values[part], part, keys);
    keys.erase("model.architecture");
    for (const std::string& key : keys) {
      INFO(key);
      CHECK(known.count(key) == 1);
    }
  }
}

TEST_CASE("Mechanism, pooling, early stopping and class weights can be set", "[recipes]") {
  auto has = [](const char* architecture, const char* key) {
    const auto all = settings(architecture);
    return std::any_of(all.begin(), all.end(), [&](const Field& setting) { return setting.key == key; });
  };
  CHECK(has("request-classifier", "model.mechanism"));
  CHECK(has("recurrent-classifier", "model.pooling"));
  CHECK(has("", "training.early_stopping.metric"));
  CHECK(has("", "training.class_weights"));
}

TEST_CASE("A recipe's form has the settings of its task, and those that all tasks read", "[recipes]") {
  const auto keys = [](const std::string& task) {
    std::set<std::string> found;
    for (const Field& setting : settings("", task)) found.insert(setting.key);
    return found;
  };
  std::set<std::string> named;
  for (const Field& setting : settings()) {
    if (setting.task == nullptr) continue;
    INFO(setting.key);
    std::string read_by;  // in the order of the tasks, as it is written
    for (const TaskEntry* entry : tasks()) {
      CHECK(keys(entry->name).count(setting.key) == (setting.is_for(entry->name) ? 1u : 0u));
      if (setting.is_for(entry->name)) read_by += (read_by.empty() ? "" : ", ") + std::string(entry->name);
    }
    CHECK(read_by == setting.task);
    named.insert(read_by);
  }
  CHECK(named == std::set<std::string>{"classification", "classification, token-labels, questions, translate",
                                       "classification, translate", "classification, word-vectors",
                                       "masked-words", "masked-words, next-word",
                                       "masked-words, next-word, translate", "questions", "translate"});
  for (const char* task : {"classification", "masked-words", "next-word", "questions", "token-labels"})
    CHECK(keys(task).count("training.optimizer.rate") == 1);
  for (const char* task : {"masked-words", "next-word"}) CHECK(keys(task).count("training.rows.length") == 1);
  CHECK(keys("next-word").count("training.masking.share") == 0);
  CHECK(keys("classification").count("training.rows.length") == 0);
  CHECK(recipe_values(shipped("toy-sentiment"))["task"] == "classification");
  CHECK(recipe_values(shipped("heed-small-emotions"))["task"] == "classification");
  CHECK(recipe_values(shipped("masked-words"))["task"] == "masked-words");
}

TEST_CASE("The values of the recipes that ship lie within the settings' ranges", "[recipes]") {
  for (const char* name :
       {"enron-tutorial", "enron-request", "toy-sentiment", "sst2-sentiment", "ag-news-lesson"}) {
    const nlohmann::json values = recipe_values(shipped(name));
    for (const Field& setting : settings(values["model"]["architecture"])) {
      const nlohmann::json* value = at(values, setting.key);
      if (value == nullptr || value->is_null()) continue;
      INFO(name << " " << setting.key << " " << *value);
      if (setting.kind == Field::Kind::kChoice) {
        CHECK(std::count(setting.choices.begin(), setting.choices.end(), value->get<std::string>()) == 1);
      } else if (setting.kind == Field::Kind::kFlag) {
        CHECK(value->is_boolean());
      } else if (setting.is_number()) {
        CHECK(setting.bounds.hold(value->get<double>()));
      }
    }
  }
}

TEST_CASE("A model's own values are among a recipe's, and what is set is in them", "[recipes]") {
  const nlohmann::json values = recipe_values(shipped("enron-tutorial"), {"model.heads=4"});
  CHECK(values["model"]["heads"] == 4);
  CHECK(values["model"].contains("feed_forward"));
}

TEST_CASE("The recipes there are have a name, a file and a description", "[recipes]") {
  for (const RecipeEntry& entry : recipes()) {
    CHECK(load_recipe(entry.file, {}).name == entry.name);
    CHECK(!entry.description.empty());
  }
}

TEST_CASE("The processor computes, and what cannot says why", "[recipes]") {
  const auto all = devices();
  REQUIRE(!all.empty());
  CHECK(all[0].name == "cpu");
  CHECK(all[0].available);
  for (const DeviceEntry& device : all) CHECK(!device.description.empty());
}

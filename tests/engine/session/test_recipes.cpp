// What a form for recipes is made from agrees with what recipes hold.
#include "engine/session/training/recipes.h"

#include <algorithm>
#include <set>

#include "engine/session/models/devices.h"
#include "engine/session/training/inside/recipe.h"
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

TEST_CASE("Every value of training has a setting with its meaning", "[recipes]") {
  std::set<std::string> known;
  for (const Setting& setting : settings()) {
    INFO(setting.key);
    CHECK(known.insert(setting.key).second);
    CHECK(!setting.meaning.empty());
    CHECK((setting.kind == Setting::Kind::kChoice) == !setting.choices.empty());
  }
  std::set<std::string> keys;
  collect(recipe_values(shipped("enron-tutorial"))["training"], "training", keys);
  for (const std::string& key : keys) {
    if (key.rfind("training.early_stopping", 0) == 0) continue;
    INFO(key);
    CHECK(known.count(key) == 1);
  }
}

TEST_CASE("The values of the recipes that ship lie within the settings' ranges", "[recipes]") {
  for (const char* name :
       {"enron-tutorial", "enron-request", "toy-sentiment", "sst2-sentiment", "ag-news-lesson"}) {
    const nlohmann::json values = recipe_values(shipped(name));
    for (const Setting& setting : settings()) {
      const nlohmann::json* value = at(values, setting.key);
      if (value == nullptr || value->is_null()) continue;
      INFO(name << " " << setting.key << " " << *value);
      if (setting.kind == Setting::Kind::kChoice) {
        CHECK(std::count(setting.choices.begin(), setting.choices.end(), value->get<std::string>()) == 1);
      } else if (setting.kind == Setting::Kind::kFlag) {
        CHECK(value->is_boolean());
      } else {
        CHECK(value->get<double>() >= setting.minimum);
        CHECK(value->get<double>() <= setting.maximum);
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

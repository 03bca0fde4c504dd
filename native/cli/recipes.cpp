#include "engine/session/training/recipes.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"

namespace heed::cli {
namespace {

void list_recipes(bool as_json) {
  for (const session::RecipeEntry& recipe : session::recipes()) {
    if (as_json)
      print_json_line({{"name", recipe.name}, {"file", recipe.file}, {"description", recipe.description}});
    else
      std::cout << left(printable(recipe.name), 22) << "  " << printable(recipe.description) << '\n';
  }
}

// "1 to 64", "linear, cosine", "true or false"; "" for free text.
std::string allowed(const Field& setting) {
  if (setting.is_number()) return setting.bounds.words();
  if (setting.kind == Field::Kind::kFlag) return "true or false";
  std::string choices;
  for (const std::string& choice : setting.choices)
    choices += (choices.empty() ? "" : ", ") + (choice.empty() ? "none" : choice);
  return choices;
}

nlohmann::json value_of(const nlohmann::json& recipe, const Field& setting) {
  const auto place = session::place_of_setting(setting.key);
  return recipe.contains(place) ? recipe.at(place) : nlohmann::json();
}

// Each setting that the recipe's task and architecture read: key = value, what it means, what it may be.
void show_recipe(const std::string& name, bool as_json) {
  const nlohmann::json recipe = session::recipe_values(name);
  if (as_json) return print_json_line(recipe);
  const nlohmann::json& model = recipe.at("model");
  const auto settings =
      session::settings(model.is_object() ? model.value("architecture", "") : "", recipe.value("task", ""));
  for (const Field& setting : settings) {
    const std::string range = allowed(setting);
    std::cout << setting.key << " = " << printable(value_of(recipe, setting).dump()) << "\n    "
              << setting.meaning << (range.empty() ? "" : " (" + range + ")") << '\n';
  }
}

}  // namespace

void add_recipes(CLI::App& program) {
  CLI::App* command = program.add_subcommand("recipes", "List the built-in recipes, or the settings of one");
  struct Options {
    std::string name;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  command->add_option("NAME", options->name, "Recipe whose settings are listed: a name or a file");
  command->add_flag(
      "--json", options->json,
      "Print JSON: without NAME one object per recipe, with NAME one object with all its settings");
  command->footer("Change a setting with heed train NAME --set KEY=VALUE.");
  command->callback([options] {
    if (options->name.empty())
      list_recipes(options->json);
    else
      show_recipe(plain(options->name), options->json);
  });
}

}  // namespace heed::cli

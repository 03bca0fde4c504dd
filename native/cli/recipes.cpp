#include "engine/session/training/recipes.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "native/cli/commands.h"
#include "native/cli/output.h"

namespace heed::cli {

void add_recipes(CLI::App& program) {
  CLI::App* command = program.add_subcommand("recipes", "The recipes that heed train knows by name");
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "One JSON object for each");
  command->callback([as_json] {
    for (const session::RecipeEntry& recipe : session::recipes()) {
      if (*as_json)
        print_json_line({{"name", recipe.name}, {"file", recipe.file}, {"description", recipe.description}});
      else
        std::cout << left(printable(recipe.name), 22) << "  " << printable(recipe.description) << '\n';
    }
  });
}

}  // namespace heed::cli

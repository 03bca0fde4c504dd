#include "native/cli/training_options.h"

#include "engine/session/error.h"
#include "engine/session/training/recipes.h"

namespace heed::cli {

void add_data_options(CLI::App& command, session::TrainOptions& train) {
  command.add_option("--data", train.data, "Data file or folder (repeatable)")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command.add_option("--test", train.test, "File to use as the test part (repeatable)")
      ->type_name("PATH")
      ->allow_extra_args(false);
}

void add_machine_options(CLI::App& command, session::TrainOptions& train) {
  command.add_option("--device", train.device, "Where to compute: cpu or cuda (default: cpu)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command.add_option("--threads", train.threads, "Number of threads (default: 1)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

void add_settings_option(CLI::App& command, session::TrainOptions& train) {
  command
      .add_option("--set", train.set,
                  "Change one setting of the recipe, by its dotted key (repeatable); heed recipes NAME lists "
                  "the keys")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void choose_recipe(session::TrainOptions& train, const char* command) {
  if (!train.recipe.empty() && session::is_data_file(train.recipe)) {
    train.data.insert(train.data.begin(), train.recipe);
    train.recipe.clear();
  }
  if (!train.recipe.empty()) return;
  if (train.data.empty())
    fail<UsageError>("[", command, "] there is nothing to train on: give a RECIPE, or a file of texts.");
  train.recipe = session::kOwnTexts;
}

}  // namespace heed::cli

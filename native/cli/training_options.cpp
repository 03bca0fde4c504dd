#include "native/cli/training_options.h"

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

}  // namespace heed::cli

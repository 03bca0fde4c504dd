#include "native/cli/training_options.h"

namespace heed::cli {

void add_data_options(CLI::App& command, session::TrainOptions& train) {
  command.add_option("--data", train.data, "A file or folder; may be given more than once")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command.add_option("--test", train.test, "A file that is the test part; may be given more than once")
      ->type_name("PATH")
      ->allow_extra_args(false);
}

void add_machine_options(CLI::App& command, session::TrainOptions& train) {
  command.add_option("--device", train.device, "cpu or cuda [cpu]")->check(CLI::IsMember({"cpu", "cuda"}));
  command.add_option("--threads", train.threads, "Threads [1]")->check(CLI::Range(1, 1024))->type_name("N");
}

void add_settings_option(CLI::App& command, session::TrainOptions& train) {
  command.add_option("--set", train.set, "A value of the recipe, by its dotted key; more than once")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

}  // namespace heed::cli

// Options of all commands that train.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/session/training/training.h"

namespace heed::cli {

void add_data_options(CLI::App& command, session::TrainOptions& train);     // --data, --test
void add_machine_options(CLI::App& command, session::TrainOptions& train);  // --device, --threads
void add_settings_option(CLI::App& command, session::TrainOptions& train);  // --set

// A data file in the recipe's place is data; where no recipe is named it is the one for texts of one's own.
// UsageError, for the command of this name, where there is neither.
void choose_recipe(session::TrainOptions& train, const char* command);

}  // namespace heed::cli

// Options of all commands that train.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/session/training/training.h"

namespace heed::cli {

void add_data_options(CLI::App& command, session::TrainOptions& train);     // --data, --test
void add_machine_options(CLI::App& command, session::TrainOptions& train);  // --device, --threads
void add_settings_option(CLI::App& command, session::TrainOptions& train);  // --set

}  // namespace heed::cli

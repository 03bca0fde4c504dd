// heed label-errors: rows whose label may be wrong, by models that never saw them.
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/error.h"
#include "engine/session/tuning/out_of_fold.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/interrupt.h"
#include "native/cli/output.h"
#include "native/cli/progress.h"
#include "native/cli/rows.h"
#include "native/cli/training_options.h"

namespace heed::cli {

namespace {

struct LabelErrorsOptions {
  session::TrainOptions train;
  std::string file, format;
  int folds = 5, most = 20;
  bool json = false;
};

void print_doubts(const session::JudgedRows& rows, const nlohmann::json& errors, int most) {
  print_lines(session::metrics_table(session::figures_of(rows)));
  std::cout
      << "\nRows whose label may be wrong, the surest first: each was judged by a model that never saw it\n";
  print_lines(session::errors_table(errors, static_cast<size_t>(most)));
}

void run_label_errors(const LabelErrorsOptions& options) {
  note_signal(SIGINT);
  note_signal(SIGTERM);
  StatusLine status;
  const auto watch = [&](int fold, const session::Progress& progress) {
    status.show_search(fold + 1, options.folds, progress);
    return !interrupted();
  };
  session::TrainOptions train = options.train;
  train.preparing = [&](const std::string& work, int64_t done, int64_t total, const char* unit) {
    if (interrupted()) throw Exit{interrupted_status()};
    status.show_work(work, done, total, unit);
  };
  const session::JudgedRows rows = session::out_of_fold(train, options.folds, watch);
  status.end();
  if (interrupted()) throw Exit{interrupted_status()};
  for (const std::string& warning : rows.warnings) say("warning: " + warning);
  const nlohmann::json errors = session::errors_of(rows);
  if (options.json)
    print_json_line({{"figures", session::figures_of(rows)}, {"errors", errors}});
  else
    print_doubts(rows, errors, options.most);
}

void add_options(CLI::App& command, LabelErrorsOptions& options) {
  session::TrainOptions& train = options.train;
  command.add_option("RECIPE", train.recipe,
                     "Recipe of a classifier: a name that heed recipes lists, or a .json file. A file of "
                     "labelled rows may stand in its place (default: texts)");
  command.add_option("--data", options.file, "File with labelled rows")->type_name("FILE");
  command
      .add_option("--format", options.format,
                  "File format, as for heed train (default: the recipe's, or detected if the file is written "
                  "otherwise)")
      ->type_name("NAME");
  command.add_option("--folds", options.folds, "Number of cross-validation folds (default: 5)")
      ->check(CLI::Range(2, 1000))
      ->type_name("N");
  command.add_option("--from", train.from, "Model folder to fine-tune, as for heed train")->type_name("DIR");
  command.add_option("--most", options.most, "Number of rows to print without --json (default: 20)")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N");
  add_machine_options(command, train);
  add_settings_option(command, train);
  command.add_flag("--json", options.json, "Print one JSON object with the figures and all rows");
}

}  // namespace

void add_label_errors(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "label-errors", "Find rows that may be mislabelled, using cross-validated models");
  auto options = std::make_shared<LabelErrorsOptions>();
  add_options(*command, *options);
  command->callback([options] {
    LabelErrorsOptions chosen = *options;
    session::TrainOptions& train = chosen.train;
    for (std::string* value : {&train.recipe, &train.from}) *value = plain(*value);
    if (!chosen.file.empty()) train.data = {plain(chosen.file)};
    train.set = plain(train.set);
    choose_recipe(train, "label-errors");
    if (train.data.size() != 1)
      throw UsageError("[label-errors] \"" + train.recipe +
                       "\" is taken for a recipe: name one file of labelled rows, too, by --data FILE.");
    if (!chosen.format.empty()) train.set.push_back("data.format=" + plain(chosen.format));
    run_label_errors(chosen);
  });
}

}  // namespace heed::cli

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/error.h"
#include "engine/session/runs/run_record.h"
#include "engine/session/training/recipes.h"
#include "engine/session/training/training.h"
#include "engine/session/tuning/search.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/interrupt.h"
#include "native/cli/output.h"
#include "native/cli/progress.h"
#include "native/cli/search_results.h"
#include "native/cli/training_options.h"

namespace heed::cli {

namespace {

namespace fs = std::filesystem;

struct TuneOptions {
  session::TrainOptions train;
  session::SearchOptions search;
  std::string format, file;
  bool resume = false, json = false;
};

constexpr int64_t kHopeless = 3;  // runs that fail before any succeeds

[[noreturn]] void stop(const TuneOptions& options, const session::Search& search, StatusLine& status) {
  status.end();
  say(search.has_figures() ? "stopped; all runs but this one are kept in " + options.file +
                                 ": go on with the same command and --resume."
                           : "stopped before the first run was done: nothing is kept.");
  throw Exit{interrupted_status()};
}

// Trains one choice; false where a signal ended it before.
bool train_one(const TuneOptions& options, const session::SearchRun& asked, session::Search& search,
               StatusLine& status) {
  session::TrainOptions one = options.train;
  one.set.insert(one.set.end(), asked.set.begin(), asked.set.end());
  one.out = session::kTrialOut;
  one.preparing = [&](const std::string& work, int64_t done, int64_t total, const char* unit) {
    if (interrupted()) stop(options, search, status);
    status.show_work(work, done, total, unit);
  };
  session::TrainingRun run(one, session::places_of_trial());
  session::RunRecord record(session::default_runs_folder(), one, run);
  try {
    while (run.step()) {
      record.step(run.progress());
      status.show_search(search.done() + 1, search.runs(), run.progress());
      if (!interrupted()) continue;
      record.stop();
      return false;
    }
    const nlohmann::json figures = run.finish();
    record.end(figures, true);
    search.took(asked, figures);
  } catch (const std::exception& error) {
    record.fail(error.what());
    throw;
  }
  return true;
}

// A choice that cannot be trained is one that was tried; a search of which nothing can be is none.
void note_failure(const session::SearchRun& asked, const std::exception& error, session::Search& search,
                  StatusLine& status) {
  search.failed(asked, error.what());
  if (!search.has_figures() && (search.done() >= kHopeless || !search.next())) throw;
  status.say("trial " + std::to_string(asked.trial + 1) + " failed: " + printable(error.what()));
}

void search_through(const TuneOptions& options, session::Search& search) {
  StatusLine status;
  note_signal(SIGINT);
  note_signal(SIGTERM);
  search.write(options.file);  // that it can be is known before hours are spent
  while (const auto asked = search.next()) {
    try {
      if (!train_one(options, *asked, search, status)) stop(options, search, status);
    } catch (const Exit&) {
      throw;
    } catch (const UsageError&) {
      throw;
    } catch (const std::exception& error) {
      note_failure(*asked, error, search, status);
      continue;
    }
    search.write(options.file);
    for (const session::TrialResult& result : search.results())
      if (result.trial == asked->trial && result.whole)
        status.say("trial " + std::to_string(asked->trial + 1) + ", " + std::to_string(result.epochs) +
                   (result.epochs == 1 ? " epoch: " : " epochs: ") + search.metric() + " " +
                   mean_and_deviation(result) + "  " + choice_words(result));
  }
  status.end();
}

void run_tune(TuneOptions options) {
  const session::TrainOptions& train = options.train;
  options.search.recipe = train.recipe;
  options.search.given = {
      {"from", train.from}, {"data", train.data}, {"test", train.test}, {"set", train.set}};
  const nlohmann::json recipe = session::recipe_values(options.train.recipe, options.train.set);
  options.search.epochs = recipe.at("training").at("epochs").get<int>();
  if (options.file.empty())
    options.file = "models/" + fs::path(options.train.recipe).stem().string() + ".search.json";
  session::Search search(options.search);
  std::vector<std::string> first = options.train.set;  // a wrong key is found before anything is trained
  first.insert(first.end(), search.choice(0).begin(), search.choice(0).end());
  session::recipe_values(options.train.recipe, first);
  const bool there = fs::exists(options.file);
  if (there && !options.resume)
    throw Error("[" + options.file + "] holds a search: go on with it by --resume, or name another --out.");
  if (there) search.read(options.file);
  try {
    search_through(options, search);
  } catch (...) {
    std::error_code ignored;
    if (!there && !search.has_figures()) fs::remove(options.file, ignored);
    throw;
  }
  if (options.json)
    print_json_line(search_json(options.train, search));
  else
    print_search(options.train, search);
}

void add_search_options(CLI::App& command, TuneOptions& options) {
  session::SearchOptions& search = options.search;
  command
      .add_option("--over", search.over,
                  "Settings to search, separated by commas: KEY=VALUE,VALUE lists values, KEY=LOW..HIGH "
                  "gives a range")
      ->required()
      ->type_name("SPACE");
  command.add_option("--trials", search.trials, "Number of choices to try (default: 20)")
      ->check(CLI::Range(1, 10000))
      ->type_name("N");
  command
      .add_option("--folds", search.folds,
                  "Number of cross-validation folds (default: none, the recipe's validation part)")
      ->check(CLI::Range(2, 1000))
      ->type_name("N");
  command.add_option("--seeds", search.seeds, "Number of seeds to train each choice with (default: 1)")
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  command
      .add_option("--method", search.method,
                  "Search method: random trains each choice in full; halving trains all for a few epochs, "
                  "the best third for three times as many, and so on (default: random)")
      ->check(CLI::IsMember({"random", "halving"}));
  command
      .add_option("--metric", search.metric,
                  "Figure of the validation part to optimise: accuracy, macro_f1, weighted_f1, f1 (two "
                  "classes), loss, … (default: accuracy, or loss where there is none)")
      ->type_name("NAME");
  command.add_option("--seed", search.seed, "Seed of the choices (default: 0)")->type_name("N");
  command
      .add_option("--out", options.file,
                  "File that stores every trial and its score; --resume continues from it (default: "
                  "models/RECIPE.search.json)")
      ->type_name("FILE");
  command.add_flag("--resume", options.resume, "Continue an interrupted search");
  command.add_flag("--json", options.json, "Print the result as one JSON object");
}

void add_training_options(CLI::App& command, TuneOptions& options) {
  session::TrainOptions& train = options.train;
  command.add_option("--from", train.from, "Model folder to fine-tune, as for heed train")->type_name("DIR");
  add_data_options(command, train);
  command
      .add_option("--format", options.format,
                  "File format, as for heed train (default: the recipe's, or detected if the file is written "
                  "otherwise)")
      ->type_name("NAME");
  add_machine_options(command, train);
  add_settings_option(command, train);
}

}  // namespace

void add_tune(CLI::App& program) {
  CLI::App* command = program.add_subcommand("tune", "Search for the best settings of a recipe");
  auto options = std::make_shared<TuneOptions>();
  command->add_option("RECIPE", options->train.recipe,
                      "Recipe: a name that heed recipes lists, or a .json file. A data file may stand in its "
                      "place (default: texts)");
  add_search_options(*command, *options);
  add_training_options(*command, *options);
  command->footer(
      "Example:\n  heed tune sst2-sentiment --over training.optimizer.rate=1e-4..1e-2,model.dropout=0.1,0.3 "
      "--folds 5\nA range that spans a factor of ten or more is searched on a logarithmic scale. A range "
      "between whole\nnumbers holds whole numbers only. Every run is kept (see heed runs); the models are "
      "not.");
  command->callback([options] {
    TuneOptions chosen = *options;
    session::TrainOptions& train = chosen.train;
    for (std::string* value : {&train.recipe, &train.from, &chosen.search.over, &chosen.file})
      *value = plain(*value);
    train.data = plain(train.data);
    train.test = plain(train.test);
    train.set = plain(train.set);
    choose_recipe(train, "tune");
    if (!chosen.format.empty()) train.set.push_back("data.format=" + plain(chosen.format));
    run_tune(chosen);
  });
}

}  // namespace heed::cli

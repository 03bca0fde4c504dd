#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/session/runs/run_record.h"
#include "engine/session/training/ranks.h"
#include "engine/session/training/training.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/interrupt.h"
#include "native/cli/output.h"
#include "native/cli/progress.h"
#include "native/cli/training_options.h"

namespace heed::cli {

namespace {

struct TrainOptions {
  session::TrainOptions train;
  std::string format;
  std::vector<std::string> more;  // data: --data *.txt is many files
  std::optional<double> minutes;
  bool json = false;
};

// Says when the time that a run was given is over: reading its data counts, too.
class Limit {
 public:
  explicit Limit(std::optional<double> minutes) : minutes_(minutes) {}
  bool over() const {
    return minutes_ &&
           std::chrono::duration<double, std::ratio<60>>(Clock::now() - start_).count() >= *minutes_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::optional<double> minutes_;
};

// Where the lines for people go: with --json, standard output carries JSON and nothing else.
std::ostream& messages(const TrainOptions& options) {
  return options.json ? std::cerr : std::cout;
}

// The same command line, continued.
std::string resume_command(const TrainOptions& options) {
  const session::TrainOptions& train = options.train;
  std::string line = "heed train " + shell_word(train.recipe);
  if (!train.from.empty()) line += " --from " + shell_word(train.from);
  for (const std::string& data : train.data) line += " --data " + shell_word(data);
  for (const std::string& test : train.test) line += " --test " + shell_word(test);
  if (!train.out.empty()) line += " --out " + shell_word(train.out);
  if (train.device != "cpu") line += " --device " + train.device;
  if (train.threads != 1) line += " --threads " + std::to_string(train.threads);
  if (train.seed) line += " --seed " + std::to_string(*train.seed);
  if (train.split_seed) line += " --split-seed " + std::to_string(*train.split_seed);
  if (!train.splits.empty()) line += " --splits " + shell_word(train.splits);
  if (train.epochs) line += " --epochs " + std::to_string(*train.epochs);
  for (const std::string& setting : train.set) line += " --set " + shell_word(setting);
  if (options.minutes) line += " --minutes " + nlohmann::json(*options.minutes).dump();
  return line + (options.json ? " --json" : "") + " --resume";
}

[[noreturn]] void stop(session::TrainingRun& run, session::RunRecord& record, const TrainOptions& options,
                       StatusLine& status) {
  const bool kept = run.keep();
  record.stop();
  status.end();
  say("stopped; " + (kept ? "all steps so far are kept. Go on with: " + resume_command(options)
                          : "such a run takes seconds, so nothing was kept."));
  const session::Progress& here = run.progress();
  if (options.json)
    print_json_line({{"stopped",
                      {{"epoch", here.epoch},
                       {"epochs", here.epochs},
                       {"step", here.step},
                       {"steps", here.steps},
                       {"loss", here.loss},
                       {"resume", kept ? nlohmann::json(resume_command(options)) : nlohmann::json()}}}});
  throw Exit{interrupted_status()};
}

void train_to_the_end(session::TrainingRun& run, session::RunRecord& record, const TrainOptions& options,
                      const Limit& limit) {
  StatusLine status;
  std::string remark;
  note_signal(SIGINT);
  note_signal(SIGTERM);
  for (bool more = true; more;) {
    more = run.step();
    record.step(run.progress());
    status.show_training(run.progress());
    if (run.progress().remark != remark) {
      remark = run.progress().remark;
      status.end();
      say("note: " + remark);
    }
    if (more && (interrupted() || limit.over())) stop(run, record, options, status);
  }
  status.end();
}

void print_metrics(std::ostream& out, const nlohmann::json& result) {
  const std::pair<const char*, const char*> parts[] = {{"before", "Before training, on the training part"},
                                                       {"train", "Training part"},
                                                       {"validation", "Validation part"},
                                                       {"test", "Test part"}};
  for (const auto& [key, title] : parts)
    if (result.contains(key) && result[key].is_object())
      out << '\n' << title << '\n' << session::metrics_table(result[key]);
}

// Tells what ended a run with early stopping, and which epoch's weights it keeps.
void print_stop(std::ostream& out, const nlohmann::json& result) {
  if (!result.contains("best_epoch")) return;
  if (result.at("stopped_early").get<bool>()) out << "Stopped early: ";
  out << "the validation part was best after epoch " << result["best_epoch"] << ", whose weights are kept.\n";
}

// Trains to the end; the run is kept whatever becomes of it.
nlohmann::json recorded(session::TrainingRun& run, const TrainOptions& options, const Limit& limit) {
  session::RunRecord record(session::default_runs_folder(), options.train, run);
  nlohmann::json result;
  try {
    train_to_the_end(run, record, options, limit);
    result = run.finish();
    record.end(result, true);
  } catch (const std::exception& error) {
    record.fail(error.what());
    throw;
  }
  if (!record.problem().empty()) say("warning: " + record.problem());
  return result;
}

// The run is rank 0's, where there are others; `ranks` null: there are none.
void lead_train(const TrainOptions& options, Ranks* ranks) {
  const Limit limit(options.minutes);
  StatusLine preparing;
  session::TrainOptions asked = options.train;
  asked.preparing = [&](const std::string& work, int64_t done, int64_t total, const char* unit) {
    if (interrupted()) {
      preparing.end();
      say("stopped before the first step: nothing was kept.");
      throw Exit{interrupted_status()};
    }
    preparing.show_work(work, done, total, unit);
  };
  note_signal(SIGINT);
  session::TrainPlaces places;
  places.ranks = ranks;
  session::TrainingRun run(asked, places);
  preparing.end();
  for (const std::string& warning : run.warnings()) say("warning: " + warning);
  messages(options) << run.description() << std::flush;
  const nlohmann::json result = recorded(run, options, limit);
  std::ostream& out = messages(options);
  if (!options.json) {
    print_metrics(out, result);
    out << '\n'
        << result.value("epochs", 0) << (result.value("epochs", 0) == 1 ? " epoch in " : " epochs in ")
        << duration(result.value("seconds", 0.0)) << '\n';
    print_stop(out, result);
  }
  out << run.report() << std::flush;
  if (options.json) print_json_line(result);
}

// A rank is gone, or has failed: only rank 0 speaks, and none goes on.
[[noreturn]] void end_for(const std::string& message, int rank, const TrainOptions& options) {
  if (rank == 0)
    say(message +
        " The run has ended on all ranks. The last checkpoint is kept: go on, with any number of ranks, "
        "by: " +
        resume_command(options));
  std::_Exit(1);
}

// What rank 0 asks for. Signals are its own to answer: it ends the others.
void follow_train(session::Together& together, const TrainOptions& options) {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  try {
    session::follow(together.ranks(), options.train);
  } catch (const std::exception& error) {
    together.give_up(error.what());
    std::this_thread::sleep_for(std::chrono::seconds(5));  // rank 0 says it, and ends this process before
    throw Exit{1};
  }
}

void run_train(const TrainOptions& options) {
  const session::Started started = session::started();
  if (started.size <= 1) return lead_train(options, nullptr);
  // Where one process ends, mpirun asks the others to: rank 0 has something to say before.
  note_signal(SIGTERM);
  std::optional<session::Together> together;
  try {
    together.emplace([&options, started](const std::string& why) { end_for(why, started.rank, options); });
  } catch (const std::exception&) {
    if (started.rank > 0) throw Exit{1};  // one message is enough
    throw;
  }
  if (started.rank > 0)
    follow_train(*together, options);
  else
    lead_train(options, &together->ranks());
  together->leave();
}

void add_options(CLI::App& command, TrainOptions& options) {
  session::TrainOptions& train = options.train;
  command.add_option("RECIPE", train.recipe,
                     "Recipe: a name that heed recipes lists, or a .json file. A data file may stand in its "
                     "place (default: texts)");
  command.add_option("FILES", options.more, "More files or folders, as for --data");
  command
      .add_option("--from", train.from,
                  "Model to fine-tune: a folder in the Hub's layout, or name of a model that ships (default: "
                  "a new network)")
      ->type_name("DIR");
  add_data_options(command, train);
  command
      .add_option("--format", options.format,
                  "File format (default: the recipe's, or detected if the file does not fit it): " +
                      session::data_formats())
      ->type_name("NAME");
  command.add_option("--out", train.out, "Model folder to write (default: models/RECIPE)")->type_name("DIR");
  add_machine_options(command, train);
  command.add_option("--seed", train.seed, "Seed of all random choices (default: the recipe's)")
      ->type_name("N");
  command
      .add_option("--split-seed", train.split_seed, "Seed of the split alone (default: the recipe's, or 0)")
      ->type_name("N");
  command.add_option("--splits", train.splits, "JSON file with row numbers under train, val and test")
      ->type_name("FILE");
  command.add_option("--epochs", train.epochs, "Number of epochs (default: the recipe's)")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  command
      .add_option("--minutes", options.minutes,
                  "Stop after this many minutes, as Ctrl-C does, with a checkpoint for --resume")
      ->check(CLI::Range(0.0, 1e9))
      ->type_name("N");
  add_settings_option(command, train);
  command.footer(
      "Examples:\n"
      "  heed train mails.csv --out models/mails\n"
      "  heed train ag-news-topics --set training.epochs=5 --set training.optimizer.rate=0.001\n"
      "heed recipes lists the recipes; heed recipes NAME lists the settings of one, for --set.");
  command.add_flag(
      "--resume", train.resume,
      "Continue from the last checkpoint: give the same command and --resume; --epochs may be larger");
  command.add_flag("--json", options.json, "Print the result as one JSON object");
}

}  // namespace

void add_train(CLI::App& program) {
  CLI::App* command = program.add_subcommand("train", "Train a model");
  auto options = std::make_shared<TrainOptions>();
  add_options(*command, *options);
  command->callback([options] {
    session::TrainOptions& train = options->train;
    for (std::string* value : {&train.recipe, &train.from, &train.out, &train.splits}) *value = plain(*value);
    if (!train.from.empty()) train.from = session::model_place(train.from);
    train.data = plain(train.data);
    for (const std::string& file : plain(options->more)) train.data.push_back(file);
    train.test = plain(train.test);
    train.set = plain(train.set);
    choose_recipe(train, "train");
    if (!options->format.empty()) train.set.push_back("data.format=" + plain(options->format));
    run_train(*options);
  });
}

}  // namespace heed::cli

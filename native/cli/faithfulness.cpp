#include "engine/session/explaining/faithfulness.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

#include "engine/session/training/training.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/interrupt.h"
#include "native/cli/output.h"
#include "native/cli/progress.h"

namespace heed::cli {

namespace {

constexpr std::chrono::seconds kKeepEvery{10};

struct FaithfulnessCommand {
  std::string model, rows;
  session::FaithfulnessOptions wanted;
  std::optional<double> minutes;
  bool resume = false, json = false;
};

// Beside the model folder: what a run that was stopped goes on from.
std::string rows_file(const FaithfulnessCommand& command) {
  if (!command.rows.empty()) return command.rows;
  std::string folder = command.model;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return folder + ".faithfulness-rows.json";
}

// Measures text by text; what is done is written to a file now and then, and when it is stopped.
class Measuring {
 public:
  Measuring(session::FaithfulnessRun& run, std::string file, std::optional<double> minutes)
      : run_(run), file_(std::move(file)), minutes_(minutes) {
    note_signal(SIGINT);
    note_signal(SIGTERM);
  }

  nlohmann::json to_the_end() {
    for (bool more = run_.done() < run_.total(); more;) {
      more = run_.step();
      status_.show_counted(run_.done(), run_.total(), "texts");
      if (more) look_up();
      if (Clock::now() - kept_ >= kKeepEvery) keep();
    }
    nlohmann::json measured = run_.finish([this](int64_t done, int64_t total, const char* what) {
      look_up();
      status_.show_counted(done, total, what);
    });
    status_.end();
    return measured;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void look_up() {
    const double minutes = std::chrono::duration<double, std::ratio<60>>(Clock::now() - began_).count();
    if (!interrupted() && !(minutes_ && minutes >= *minutes_)) return;
    status_.end();
    keep();
    say("stopped; " + with_separators(run_.done()) +
        (run_.done() == 1 ? " text is kept in " : " texts are kept in ") + file_ +
        ": the same command with --resume goes on.");
    throw Exit{interrupted_status()};
  }

  void keep() {
    run_.keep(file_);
    kept_ = Clock::now();
  }

  session::FaithfulnessRun& run_;
  std::string file_;
  std::optional<double> minutes_;
  StatusLine status_;
  Clock::time_point began_ = Clock::now(), kept_ = began_;
};

// Texts of the data are among them.
void print_lines(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) std::cout << printable(line) << '\n';
}

void run_faithfulness(FaithfulnessCommand command) {
  session::FaithfulnessOptions& wanted = command.wanted;
  command.model = model_named(command.model);
  command.rows = plain(command.rows);
  wanted.data = plain(wanted.data);
  wanted.format = plain(wanted.format);
  wanted.set = plain(wanted.set);
  wanted.methods = plain(wanted.methods);
  wanted.guide = plain(wanted.guide);
  const std::string file = rows_file(command);
  session::FaithfulnessRun run(command.model, wanted);
  for (const std::string& warning : run.warnings()) say("warning: " + warning);
  if (command.resume) run.take_up(file);
  const nlohmann::json measured = Measuring(run, file, command.minutes).to_the_end();
  if (command.json)
    print_json_line(measured);
  else
    print_lines(session::faithfulness_table(measured) +
                (wanted.report ? session::report_table(measured.at("report")) : ""));
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
}

}  // namespace

void add_faithfulness(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("faithfulness", "Measure how faithful attention is to a model's predictions");
  auto options = std::make_shared<FaithfulnessCommand>();
  session::FaithfulnessOptions& wanted = options->wanted;
  command
      ->add_option("--model", options->model,
                   "Text classifier with attention: model folder, or name of a model that ships")
      ->required()
      ->type_name("DIR");
  command->add_option("--data", wanted.data, "Labelled data: files or folders")
      ->required()
      ->type_name("PATH");
  command
      ->add_option("--format", wanted.format,
                   "File format (default: the model's, or detected if the file does not fit it): " +
                       session::data_formats())
      ->type_name("NAME");
  command->add_option("--set", wanted.set, "Change how the data is read, as for heed evaluate (repeatable)")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag(
      "--held-out", wanted.held_out,
      "Use only held-out rows: the test part that the recipe in the model card makes of --data");
  command
      ->add_option(
          "--limit", wanted.limit,
          "Largest number of rows, drawn at random by --seed, with --held-out from the held-out rows "
          "(default: all)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", wanted.seed, "Seed of all random choices (default: 0)")->type_name("N");
  command
      ->add_option("--methods", wanted.methods,
                   "Attribution methods to compare by erasing the words they rank first, as for heed explain "
                   "--method, separated by commas")
      ->type_name("A,B")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--drop-ends", wanted.drop_ends,
                    "Compute Kendall's tau without each text's first and last token (Jain & Wallace 2019)");
  command
      ->add_option("--permutations", wanted.permutations,
                   "Number of random permutations of each map (default: 100)")
      ->type_name("N")
      ->check(CLI::Range(1, 100000));
  command
      ->add_option("--guide", wanted.guide,
                   "Labelled texts on which a small network is trained with the model's attention weights, "
                   "with even and with adversarial ones (Wiegreffe & Pinter 2019)")
      ->type_name("PATH");
  command->add_flag("--report", wanted.report,
                    "Also report what changes the predictions: words and phrases, changes of one word, "
                    "typos, case, names, negation");
  command->add_option("--threads", wanted.threads, "Number of threads, which changes no figure (default: 1)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command
      ->add_option(
          "--rows", options->rows,
          "File that stores the results of finished rows until the run is complete (default: beside the "
          "model folder)")
      ->type_name("FILE");
  command->add_flag(
      "--resume", options->resume,
      "Continue an interrupted run: rows whose results are in the file of --rows are not computed again");
  command->add_option("--minutes", options->minutes, "Stop after this many minutes, as Ctrl-C does")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run_faithfulness(*options); });
}

}  // namespace heed::cli

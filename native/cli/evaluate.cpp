#include <algorithm>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/rows/judged_rows.h"
#include "engine/session/rows/slices.h"
#include "engine/session/training/training.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/interrupt.h"
#include "native/cli/output.h"
#include "native/cli/rows.h"

namespace heed::cli {

namespace {

struct EvaluateOptions {
  std::string model, format, device = "cpu", compare;
  std::vector<std::string> data, set, words;
  int threads = 1, most = 20;
  bool errors = false, slices = false, calibration = false, held_out = false, json = false;

  bool rows() const {
    return held_out || errors || slices || calibration || !words.empty() || !compare.empty();
  }
};

session::JudgedRows judge(const std::string& model, const EvaluateOptions& options) {
  StatusLine status;
  session::JudgeOptions how{plain(options.data), plain(options.format), plain(options.set), options.device,
                            options.threads};
  for (const std::string& one : {options.model, options.compare})
    if (options.held_out && !one.empty())
      how.held_out_of.push_back(std::make_shared<session::TrainedTexts>(model_named(one)));
  session::JudgedRows rows = session::judge_rows(model, how, [&](int64_t done, int64_t total) {
    status.show_counted(done, total, "rows");
    return !interrupted();
  });
  status.end();
  if (interrupted()) throw Exit{interrupted_status()};
  return rows;
}

void print_part(const char* title, const std::string& table) {
  std::cout << '\n' << title << '\n';
  print_lines(table);
}

bool holds_slice(const nlohmann::json& slices, const std::string& name) {
  return std::any_of(slices.begin(), slices.end(),
                     [&](const nlohmann::json& one) { return one["slice"] == name; });
}

// The figures, and behind them the rows themselves.
nlohmann::json judged(const EvaluateOptions& options) {
  note_signal(SIGINT);
  const session::JudgedRows rows = judge(model_named(options.model), options);
  for (const std::string& warning : rows.warnings) say("warning: " + warning);
  nlohmann::json result{{"test", session::figures_of(rows)}};
  if (options.errors) result["errors"] = session::errors_of(rows);
  if (options.slices || !options.words.empty())
    result["slices"] = session::slices_of(rows, plain(options.words));
  for (const std::string& word : plain(options.words))  // an empty slice has no accuracy: it is not listed
    if (!holds_slice(result["slices"], "with " + word)) say("[--word] no row has the word \"" + word + "\".");
  if (options.calibration) result["calibration"] = session::calibration_of(rows);
  if (!options.compare.empty())
    result["comparison"] = session::comparison_of(rows, judge(model_named(options.compare), options));
  return result;
}

nlohmann::json measured(const EvaluateOptions& options) {
  const session::Evaluation evaluation =
      session::evaluate(model_named(options.model), plain(options.data), plain(options.format),
                        plain(options.set), options.device);
  for (const std::string& warning : evaluation.warnings) say("warning: " + warning);
  return evaluation.result;
}

void print_result(const EvaluateOptions& options, const nlohmann::json& result) {
  const auto most = static_cast<size_t>(options.most);
  print_lines(session::metrics_table(result.at("test")));
  if (result.contains("errors")) print_part("Errors", session::errors_table(result["errors"], most));
  if (result.contains("slices")) print_part("Slices", session::slices_table(result["slices"]));
  if (result.contains("calibration"))
    print_part("Calibration", session::calibration_table(result["calibration"]));
  if (result.contains("comparison"))
    print_part("Beside the other model", session::comparison_table(result["comparison"], most));
}

void run_evaluate(const EvaluateOptions& options) {
  const nlohmann::json result = options.rows() ? judged(options) : measured(options);
  if (options.json)
    print_json_line(result);
  else
    print_result(options, result);
}

void add_row_options(CLI::App& command, EvaluateOptions& options) {
  command.add_flag("--errors", options.errors,
                   "List the rows that a classifier gets wrong, the most confident first");
  command.add_flag("--slices", options.slices,
                   "Report accuracy by class, by text length and by share of unknown words");
  command
      .add_option("--word", options.words, "Report accuracy on texts with and without this word (repeatable)")
      ->type_name("WORD")
      ->allow_extra_args(false);
  command.add_flag("--calibration", options.calibration,
                   "Report calibration before and after temperature scaling; with two classes also precision "
                   "and recall by threshold");
  command
      .add_option("--compare", options.compare,
                  "Second model, named as --model: report where the two models disagree, and McNemar's p; "
                  "below 0.05 the difference is usually called significant")
      ->type_name("DIR");
  command.add_flag("--held-out", options.held_out,
                   "Use only held-out rows: rows whose texts were in no training or validation part of the "
                   "model's run (or model card); with --compare, of neither model's");
  command.add_option("--most", options.most, "Number of rows to print without --json (default: 20)")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N");
  command.add_option("--threads", options.threads, "Number of threads (default: 1)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

}  // namespace

void add_evaluate(CLI::App& program) {
  CLI::App* command = program.add_subcommand("evaluate", "Measure a model on labelled texts");
  auto options = std::make_shared<EvaluateOptions>();
  command->add_option("--model", options->model, "Model folder, or name of a model that ships")
      ->required()
      ->type_name("DIR");
  command->add_option("--data", options->data, "Data files or folders")->required()->type_name("PATH");
  command
      ->add_option("--format", options->format,
                   "File format (default: the model's, or detected if the file does not fit it): " +
                       session::data_formats())
      ->type_name("NAME");
  command
      ->add_option("--set", options->set,
                   "Change how the data is read (repeatable): KEY is data.text_column, data.label_column, "
                   "data.header, data.label_map, …; data. may be left out")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  add_row_options(*command, *options);
  command->add_option("--device", options->device, "Where to compute: cpu or cuda (default: cpu)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run_evaluate(*options); });
}

}  // namespace heed::cli

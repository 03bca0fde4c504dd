#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/training/training.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"

namespace heed::cli {

namespace {

struct EvaluateOptions {
  std::string model, format, device = "cpu";
  std::vector<std::string> data, set;
  bool json = false;
};

void run_evaluate(const EvaluateOptions& options) {
  const session::Evaluation evaluation = session::evaluate(
      plain(options.model), plain(options.data), plain(options.format), plain(options.set), options.device);
  for (const std::string& warning : evaluation.warnings) say("warning: " + warning);
  if (options.json)
    print_json_line(evaluation.result);
  else
    std::cout << session::metrics_table(evaluation.result.at("test"));
}

}  // namespace

void add_evaluate(CLI::App& program) {
  CLI::App* command = program.add_subcommand("evaluate", "Measure a model on labelled texts");
  auto options = std::make_shared<EvaluateOptions>();
  command->add_option("--model", options->model, "A model folder")->required()->type_name("DIR");
  command->add_option("--data", options->data, "Files or folders")->required()->type_name("PATH");
  command
      ->add_option(
          "--format", options->format,
          "How the data is written; the model's own recipe decides otherwise: " + session::data_formats())
      ->type_name("NAME");
  command
      ->add_option("--set", options->set,
                   "How the data is read: text_column, label_column, header, label_map, … ; more than once")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_option("--device", options->device, "cpu or cuda [cpu]")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_flag("--json", options->json, "One JSON object");
  command->callback([options] { run_evaluate(*options); });
}

}  // namespace heed::cli

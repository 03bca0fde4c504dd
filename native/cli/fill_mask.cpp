#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/models/model.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/display.h"
#include "native/cli/input.h"
#include "native/cli/output.h"

namespace heed::cli {

namespace {

struct FillMaskOptions {
  std::string model, device = "cpu";
  std::vector<std::string> texts;
  int top = 5;
  bool int8 = false, attention = false, json = false;
};

void run_fill_mask(const FillMaskOptions& options) {
  const session::Model model = session::Model::open(
      model_named(options.model), 0, options.int8 ? session::Precision::kInt8 : session::Precision::kAsStored,
      options.device);
  const std::string mask = model.info().mask;
  Warnings warnings;
  for_each_text(options.texts, [&](const std::string& text) {
    const session::FilledMasks filled = model.fill_mask(text, options.top, options.attention);
    warnings.say(filled.warnings);
    if (options.json)
      print_json_line(to_json(filled));
    else
      show(std::cout, filled, mask);
  });
}

}  // namespace

void add_fill_mask(CLI::App& program) {
  CLI::App* command = program.add_subcommand("fill-mask", "Predict the words hidden by [MASK] in a text");
  auto options = std::make_shared<FillMaskOptions>();
  command
      ->add_option(
          "--model", options->model,
          "Masked language model, such as BertForMaskedLM: model folder, or name of a model that ships")
      ->required()
      ->type_name("DIR");
  command->add_option("TEXT", options->texts, "Texts; - reads one per line from standard input")->required();
  command->add_option("--top", options->top, "Number of candidates for each mask (default: 5)")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  command->add_flag(
      "--int8", options->int8,
      "Round the weight matrices of a BERT-family model to int8, which takes a quarter of the memory");
  command->add_option("--device", options->device, "Where to compute: cpu or cuda (default: cpu)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_flag("--attention", options->attention,
                    "With --json: print the attention weights of each mask in every layer and head");
  command->add_flag("--json", options->json, "Print one JSON object per text");
  command->callback([options] { run_fill_mask(*options); });
}

}  // namespace heed::cli

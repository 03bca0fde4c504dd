#include <algorithm>
#include <iostream>
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

struct PredictOptions {
  std::string model, question, device = "cpu";
  std::vector<std::string> texts;
  int top = 8;
  bool int8 = false, json = false, attention = false;
};

void run_predict(const PredictOptions& options) {
  const session::Model model = session::Model::open(
      plain(options.model), 0, options.int8 ? session::Precision::kInt8 : session::Precision::kAsStored,
      options.device);
  session::AnalysisOptions wanted;
  wanted.top = options.top;
  wanted.every_layer = options.attention;
  for_each_text(options.texts, [&](const std::string& text) {
    const session::Analysis analysis =
        options.question.empty() ? model.analyse(text, wanted) : model.answer(options.question, text, wanted);
    if (options.json)
      print_json_line(to_json(analysis, options.attention));
    else
      show(std::cout, analysis, options.attention);
  });
}

}  // namespace

void add_predict(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("predict", "What a model says about texts, and what it attends to");
  auto options = std::make_shared<PredictOptions>();
  command->add_option("--model", options->model, "A model folder")->required()->type_name("DIR");
  command->add_option("TEXT", options->texts, "The texts; - reads one per line from standard input")
      ->required();
  command->add_option("--question", options->question, "For question answering: what is asked of the texts");
  command->add_option("--top", options->top, "Number of pairs [8]")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N");
  command->add_flag("--attention", options->attention, "The attention weights too");
  command->add_flag("--int8", options->int8,
                    "Make the matrices of a BERT-family model int8: a quarter of the memory");
  command->add_option("--device", options->device, "cpu or cuda [cpu]")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_flag("--json", options->json, "One JSON object per text");
  command->footer("A model folder of Heed's own, or one of the BERT family as the Hub has it.");
  command->callback([options] { run_predict(*options); });
}

}  // namespace heed::cli

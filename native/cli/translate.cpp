// heed translate: a model writes a text for the one that it reads.
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/translating/translate.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/display.h"
#include "native/cli/fields.h"
#include "native/cli/input.h"
#include "native/cli/output.h"

namespace heed::cli {
namespace {

struct TranslateArguments {
  std::string model, device = "cpu";
  std::vector<std::string> texts;
  session::TranslateOptions translating;
  int threads = 1;
  bool int8 = false, json = false;
};

// What a token stands for; its end has no text.
std::string in_quotes(const std::string& text) {
  return text.empty() ? "(end)" : "\"" + printable(text) + "\"";
}

std::string source_text(const session::Translation& translation, size_t n) {
  const session::Token& token = translation.source_tokens[n];
  return translation.source.substr(static_cast<size_t>(token.start),
                                   static_cast<size_t>(token.end - token.start));
}

// Shows the source token that each written token looked at most: the mean of the last
// layer's heads.
void show_alignment(const session::Translation& translation) {
  const session::AttentionMap& map = translation.attention.back();
  for (int64_t t = 0; t < map.T; ++t) {
    std::vector<double> row(static_cast<size_t>(map.S));
    for (int64_t h = 0; h < map.H; ++h)
      for (int64_t s = 0; s < map.S; ++s)
        row[static_cast<size_t>(s)] +=
            static_cast<double>(map.weights[static_cast<size_t>((h * map.T + t) * map.S + s)]) /
            static_cast<double>(map.H);
    const auto most = std::max_element(row.begin(), row.end());
    const session::NextToken& token = translation.target_tokens[static_cast<size_t>(t)];
    std::cout << "  " << in_quotes(token.text) << "  p " << decimal(token.probability, 3) << "  looks at "
              << in_quotes(source_text(translation, static_cast<size_t>(most - row.begin()))) << " "
              << decimal(*most, 3) << "\n";
  }
}

void show_translation(const session::Translation& translation) {
  std::cout << printable(translation.source) << "\n" << bold(printable(translation.target)) << "\n";
  if (translation.unedited)
    std::cout << dim("without the edits: ") << printable(translation.unedited->target) << "\n";
  if (translation.target_tokens.empty()) return;
  show_alignment(translation);
  for (const session::Alternative& other : translation.alternatives)
    std::cout << "  or: " << printable(other.target) << "  (score " << decimal(other.score, 1)
              << ", of the first " << decimal(translation.score, 1) << ")\n";
  std::cout << std::flush;
}

void run_translate(const TranslateArguments& arguments) {
  session::check_options(arguments.translating);
  const session::Model model = session::Model::open(
      model_named(arguments.model), arguments.threads,
      arguments.int8 ? session::Precision::kInt8 : session::Precision::kAsStored, arguments.device);
  Warnings().say(model.info().warnings);
  for_each_text(arguments.texts, [&](const std::string& text) {
    const session::Translation translation = session::translate(model, text, arguments.translating);
    if (arguments.json)
      print_json_line(to_json(translation));
    else
      show_translation(translation);
  });
}

}  // namespace

void add_translate(CLI::App& program) {
  CLI::App* command = program.add_subcommand("translate", "Translate texts with an encoder-decoder model");
  auto arguments = std::make_shared<TranslateArguments>();
  command
      ->add_option("--model", arguments->model,
                   "Encoder-decoder, such as MarianMTModel: model folder, or name of a model that ships")
      ->required()
      ->type_name("DIR");
  command->add_option("TEXT", arguments->texts, "Texts; - reads one per line from standard input")
      ->required();
  add_fields(*command, session::TranslateOptions::fields(), &arguments->translating);
  command->add_flag("--attention", arguments->translating.every_map,
                    "With --json: print the maps of self-attention as well as those of cross-attention");
  command
      ->add_option("--edit", arguments->translating.edits,
                   "Edit of the cross-attention weights (repeatable): 0.0.3.only=5 (layer.head.target token, "
                   "source token), *.*.*.2=0")
      ->type_name("EDIT")
      ->allow_extra_args(false);
  command->add_option("--threads", arguments->threads, "Number of threads (default: 1)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_flag("--int8", arguments->int8,
                    "Round the weight matrices to int8, which takes a quarter of the memory");
  command->add_option("--device", arguments->device, "Where to compute: cpu or cuda (default: cpu)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_flag("--json", arguments->json, "Print one JSON object per text");
  command->callback([arguments] { run_translate(*arguments); });
}

}  // namespace heed::cli

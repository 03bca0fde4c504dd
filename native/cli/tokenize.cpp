#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/training.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/input.h"
#include "native/cli/output.h"

namespace heed::cli {

namespace {

struct Options {
  std::string model, tokenizer;
  std::vector<std::string> texts;
  bool json = false;
};

void print_json(const session::TokenizeResult& result) {
  nlohmann::json tokens = nlohmann::json::array();
  for (const session::Token& token : result.tokens) tokens.push_back(to_json(token));
  print_json_line({{"text", result.text}, {"tokens", std::move(tokens)}});
}

// A line per token: its id, the bytes of the text it stands for, and the token.
void show(const session::TokenizeResult& result) {
  std::cout << bold(printable(result.text)) << '\n';
  if (result.tokens.empty()) std::cout << "  no tokens\n";
  for (const session::Token& token : result.tokens) {
    const std::string bytes = std::to_string(token.start) + "–" + std::to_string(token.end);
    std::cout << right(token.id ? std::to_string(*token.id) : "–", 8) << "  " << right(bytes, 9) << "  "
              << printable(token.text) << (token.known ? "" : dim("  not in the vocabulary")) << '\n';
  }
}

void run(const Options& options) {
  const std::string source = plain(options.model.empty() ? options.tokenizer : options.model);
  for (const auto& result : session::tokenize(source, all_texts(options.texts)))
    options.json ? print_json(result) : show(result);
}

}  // namespace

void add_tokenize(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("tokenize", "Cut texts into tokens, as a model or a tokenizer does");
  auto options = std::make_shared<Options>();
  auto* source = command->add_option_group("source")->require_option(1);
  source->add_option("--model", options->model, "A model folder")->type_name("DIR");
  source
      ->add_option("--tokenizer", options->tokenizer,
                   "basic_english, whitespace, words, characters or a file")
      ->type_name("NAME_OR_FILE");
  command->add_option("TEXT", options->texts, "The texts; - reads one per line from standard input")
      ->required();
  command->add_flag("--json", options->json, "One JSON object per text");
  command->callback([options] { run(*options); });
}

}  // namespace heed::cli

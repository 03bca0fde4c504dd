#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/reading/tokenize.h"
#include "engine/session/training/recipes.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/display.h"
#include "native/cli/input.h"
#include "native/cli/output.h"

namespace heed::cli {

namespace {

struct TokenizeOptions {
  std::string model, tokenizer;
  std::vector<std::string> texts;
  bool json = false, ids = false, cased = false, uncased = false, no_special_tokens = false, steps = false;
};

// Token by token: a line may hold a book.
void print_json(const session::TokenizeResult& result) {
  std::cout << '{';
  if (!result.preprocessing.empty())
    std::cout << "\"preprocessing\":" << json_text(to_json(result.preprocessing)) << ',';
  std::cout << "\"text\":" << json_text(result.text) << ",\"tokens\":[";
  const char* before = "";
  for (const session::Token& token : result.tokens)
    std::cout << std::exchange(before, ",") << json_text(to_json(token));
  std::cout << "]}" << std::endl;
}

// A line per token: its id, the bytes of the text it stands for, and the token.
void print_tokens(const session::TokenizeResult& result) {
  std::cout << bold(printable(result.text)) << '\n';
  show_preprocessing(std::cout, result.preprocessing);
  if (result.tokens.empty()) std::cout << "  no tokens\n";
  for (const session::Token& token : result.tokens) {
    const std::string bytes = std::to_string(token.start) + "–" + std::to_string(token.end);
    std::cout << right(token.id ? std::to_string(*token.id) : "–", 8) << "  " << right(bytes, 9) << "  "
              << printable(token.text) << (token.known ? "" : dim("  not in the vocabulary")) << '\n';
  }
}

std::string joined(const std::vector<session::Stretch>& stretches, const char* separator) {
  std::string text;
  for (const session::Stretch& stretch : stretches)
    text += (text.empty() ? "" : separator) + printable(stretch.text);
  return text;
}

// A line per step: what the text has become.
void print_tokens(const session::TokenizeSteps& steps) {
  std::string pieces, ids;
  for (const session::Token& piece : steps.pieces) {
    pieces += (pieces.empty() ? "" : " ") + printable(piece.text) + (piece.known ? "" : dim(" (unknown)"));
    ids += (ids.empty() ? "" : " ") + (piece.id ? std::to_string(*piece.id) : "–");
  }
  std::cout << bold(printable(steps.text)) << '\n';
  show_preprocessing(std::cout, steps.preprocessing);
  const std::pair<const char*, std::string> lines[] = {{"normalized", joined(steps.normalized, "")},
                                                       {"words", joined(steps.words, " | ")},
                                                       {"pieces", pieces},
                                                       {"ids", ids},
                                                       {"text again", printable(steps.decoded)}};
  for (const auto& [name, line] : lines) std::cout << "  " << left(name, 12) << line << '\n';
}

void show_steps(const session::TokenizeSteps& steps, bool json) {
  json ? print_json_line(to_json(steps)) : print_tokens(steps);
}

void show_text(const std::string& ids, const std::string& text, bool json) {
  if (json)
    print_json_line({{"ids", ids}, {"text", text}});
  else
    std::cout << printable(text) << '\n';
}

void run_tokenize(const TokenizeOptions& options) {
  std::optional<bool> cased;
  if (options.cased || options.uncased) cased = options.cased;
  const std::string source =
      options.model.empty() ? session::tokenizer_place(plain(options.tokenizer)) : model_named(options.model);
  const session::OpenTokenizer tokenizer(source, cased);
  for (const std::string& note : tokenizer.notes()) say("note: " + note);
  const bool special = !options.no_special_tokens;
  for_each_text(options.texts, [&](const std::string& given) {
    if (options.ids)
      show_text(given, tokenizer.text_of(session::read_token_ids(given), special), options.json);
    else if (options.steps)
      show_steps(tokenizer.steps(given, special), options.json);
    else if (const session::TokenizeResult result = tokenizer.tokenize(given, special); options.json)
      print_json(result);
    else
      print_tokens(result);
  });
}

}  // namespace

void add_tokenize(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("tokenize", "Split texts into tokens, as a model or a tokenizer does");
  auto options = std::make_shared<TokenizeOptions>();
  auto* source = command->add_option_group("source")->require_option(1);
  source
      ->add_option(
          "--model", options->model,
          "Model whose tokenizer is used: folder, or name of a model that ships. Give this or --tokenizer")
      ->type_name("DIR");
  source
      ->add_option("--tokenizer", options->tokenizer,
                   "Tokenizer: basic_english, whitespace, words, characters, all_characters, a "
                   "tokenizer.json, a WordPiece vocab.txt, or a folder that holds one of these files")
      ->type_name("NAME_OR_FILE");
  command->add_option("TEXT", options->texts, "Texts; - reads one per line from standard input")->required();
  command->add_flag("--ids", options->ids, "Read token ids instead of text, and decode them");
  command
      ->add_flag("--steps", options->steps,
                 "Print every step: normalized text, words, sub-word tokens, ids, decoded text")
      ->excludes("--ids");
  auto* cased = command->add_flag("--cased", options->cased,
                                  "Keep capitals with a vocab.txt (default: detected from its words)");
  command->add_flag("--uncased", options->uncased, "Lower-case the text with a vocab.txt")->excludes(cased);
  command->add_flag("--no-special-tokens", options->no_special_tokens,
                    "Leave out special tokens such as [CLS] and [SEP]");
  command->add_flag("--json", options->json, "Print one JSON object per text");
  command->callback([options] { run_tokenize(*options); });
}

}  // namespace heed::cli

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/reading/attend.h"
#include "native/cli/arguments.h"
#include "native/cli/attend_display.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"
#include "native/cli/progress.h"

namespace heed::cli {

namespace {

struct Options {
  std::string query, key, embeddings;
  session::AttendOptions attend;
  int top = 8;
  bool json = false, steps = false;
};

session::WordVectors open_vectors(const Options& options) {
  std::vector<std::string> words = session::words_of(options.query, options.attend);
  for (std::string& word : session::words_of(options.key, options.attend)) words.push_back(std::move(word));
  StatusLine status;
  return session::WordVectors::open(options.embeddings, words,
                                    [&](int64_t done, int64_t total) { status.show_bytes(done, total); });
}

void run(Options options) {
  options.query = plain(options.query);
  options.key = plain(options.key);
  options.embeddings = plain(options.embeddings);
  options.attend.mechanism = plain(options.attend.mechanism);
  options.attend.tokenizer = plain(options.attend.tokenizer);
  session::check_options(options.attend);
  const session::WordVectors vectors = open_vectors(options);
  for (const std::string& warning : vectors.warnings())
    std::cerr << "warning: " << printable(warning) << '\n';
  const session::Attended attended = attend(vectors, options.query, options.key, options.attend);
  if (options.json)
    print_json_line(to_json(attended, options.steps));
  else
    show(std::cout, attended, options.top);
}

std::string mechanism_help() {
  std::string text;
  for (const session::MechanismEntry* entry : session::mechanisms())
    text += "\n  " + left(entry->name, 22) + entry->formula;
  return text;
}

void add_settings(CLI::App& command, session::AttendOptions& attend) {
  command
      .add_option("--mechanism", attend.mechanism, "How scores and weights are made, see below [scaled-dot]")
      ->type_name("NAME");
  command.add_flag("--causal", attend.causal, "Query t sees keys 1 to t only");
  command.add_option("--seed", attend.seed, "Of the weights, as torch.manual_seed [0]")->type_name("N");
  command.add_option("--draw", attend.draw, "hard: another draw [0]")->type_name("N");
  command.add_option("--width", attend.width, "Of what weights lead to [256]")->type_name("N");
  command.add_option("--heads", attend.heads, "multi-head: how many [4]")->type_name("N");
  command.add_option("--temperature", attend.temperature, "Scores are divided by it [1]")->type_name("X");
  command.add_option("--window", attend.window, "local-m, local-p: keys to either side of the centre [2]")
      ->type_name("N");
  command.add_option("--centre", attend.centre, "local-m, local-p: one centre for all queries, from 0")
      ->type_name("X");
  command.add_option("--tokenizer", attend.tokenizer, "whitespace or words [whitespace]")->type_name("NAME");
}

}  // namespace

void add_attend(CLI::App& program) {
  CLI::App* command = program.add_subcommand("attend", "Attention between two texts, step by step");
  auto options = std::make_shared<Options>();
  const session::SentencePair example = session::example_pair();
  options->query = example.query;
  options->key = example.key;
  command->add_option("--query", options->query, "The text that attends [" + example.query + "]")
      ->type_name("TEXT");
  command
      ->add_option("--key", options->key,
                   "The text attended to; the query itself for self-attention [" + example.key + "]")
      ->type_name("TEXT");
  command
      ->add_option("--embeddings", options->embeddings,
                   "A GloVe text file, gzipped or not, or a model folder such as assets/models/word-vectors")
      ->required()
      ->type_name("FILE_OR_MODEL");
  add_settings(*command, options->attend);
  command->add_option("--top", options->top, "Number of pairs [8]")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N");
  command->add_flag("--json", options->json, "One JSON object");
  command->add_flag("--steps", options->steps, "With --json: every matrix on the way");
  command->footer("Mechanisms:" + mechanism_help());
  command->callback([options] { run(*options); });
}

}  // namespace heed::cli

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
#include "native/cli/fields.h"
#include "native/cli/output.h"
#include "native/cli/progress.h"

namespace heed::cli {

namespace {

struct AttendOptions {
  std::string query, key, embeddings;
  session::AttendOptions attend;
  int top = 8;
  bool json = false, steps = false;
};

session::WordVectors open_vectors(const AttendOptions& options) {
  std::vector<std::string> words = session::words_of(options.query, options.attend);
  for (std::string& word : session::words_of(options.key, options.attend)) words.push_back(std::move(word));
  StatusLine status;
  return session::WordVectors::open(options.embeddings, words,
                                    [&](int64_t done, int64_t total) { status.show_bytes(done, total); });
}

void run_attend(AttendOptions options) {
  options.query = plain(options.query);
  options.key = plain(options.key);
  options.embeddings = model_named(options.embeddings);
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

}  // namespace

void add_attend(CLI::App& program) {
  CLI::App* command = program.add_subcommand("attend", "Compute attention between two texts, step by step");
  auto options = std::make_shared<AttendOptions>();
  const session::SentencePair example = session::example_pair();
  options->query = example.query;
  options->key = example.key;
  command->add_option("--query", options->query, "Text that attends (default: " + example.query + ")")
      ->type_name("TEXT");
  command
      ->add_option(
          "--key", options->key,
          "Text that is attended to; repeat the query for self-attention (default: " + example.key + ")")
      ->type_name("TEXT");
  command
      ->add_option("--embeddings", options->embeddings,
                   "Word vectors: a GloVe text file, gzipped or not, or a model folder such as "
                   "assets/models/word-vectors")
      ->required()
      ->type_name("FILE_OR_MODEL");
  add_fields(*command, session::attend_fields(), &options->attend);
  command->add_option("--top", options->top, "Number of strongest pairs to print (default: 8)")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->add_flag("--steps", options->steps, "With --json: print every intermediate matrix");
  command->footer("Mechanisms:" + mechanism_help());
  command->callback([options] { run_attend(*options); });
}

}  // namespace heed::cli

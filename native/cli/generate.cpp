// heed generate: a model goes on with a text.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/writing/direct_logits.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/display.h"
#include "native/cli/fields.h"
#include "native/cli/input.h"
#include "native/cli/output.h"

namespace heed::cli {
namespace {

struct GenerateOptions {
  std::string model, device = "cpu";
  std::vector<std::string> texts;
  session::WritingOptions writing;
  int64_t tokens = 40;
  int threads = 0;
  std::vector<std::string> edits;
  bool int8 = false, why = false, json = false;
};

// As printable() has it, but for line breaks, which are part of what is written.
std::string printable_lines(const std::string& text) {
  std::string lines;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines += printable(text.substr(at, end - at));
    if (end < text.size()) lines += '\n';
    at = end + 1;
  }
  return lines;
}

// What `writer` has written and nobody has seen, to standard output.
void show_more(const session::Writer& writer, size_t& shown) {
  const std::string text = writer.text();
  if (text.size() <= shown) return;
  std::cout << bold(printable_lines(text.substr(shown))) << std::flush;
  shown = text.size();
}

session::Written write_on(const session::Model& model, const std::string& text,
                          const GenerateOptions& options) {
  session::Writer writer(model, text, options.writing, options.edits);
  session::Written written{text, "", writer.given(), {}, "tokens"};
  size_t shown = 0;
  if (!options.json) std::cout << printable_lines(text);
  for (int64_t n = 0; n < options.tokens && writer.write(); ++n)
    if (!options.json) show_more(writer, shown);
  if (!options.json) std::cout << "\n";
  written.continuation = writer.text();
  written.tokens = writer.written();
  if (!writer.ended().empty()) written.ended = writer.ended();
  return written;
}

constexpr int64_t kExplained = 5;
constexpr size_t kMostParts = 12;

// Why the likeliest token comes next rather than the second.
void show_why(const session::DirectAttribution& all) {
  const session::DirectLogits &one = all.candidates.at(0), &other = all.candidates.at(1);
  std::cout << "\"" << printable(one.token.text) << "\" (" << decimal(one.token.probability, 3)
            << ") rather than \"" << printable(other.token.text) << "\" ("
            << decimal(other.token.probability, 3) << "): " << decimal(one.score - other.score, 3)
            << " more, of which\n";
  const std::vector<session::DirectPart> parts = session::difference(all, 0, 1);
  for (size_t n = 0; n < std::min(parts.size(), kMostParts); ++n)
    std::cout << "  " << decimal(parts[n].value, 3) << "  " << parts[n].name
              << (parts[n].from.empty() ? "" : ", most of it from \"" + printable(parts[n].from) + "\"")
              << "\n";
  std::cout << std::flush;
}

void explain_next(const session::Model& model, const std::string& text, const GenerateOptions& options) {
  const session::DirectAttribution all = direct_attribution(model, text, kExplained, options.edits);
  if (options.json)
    print_json_line(to_json(all));
  else
    show_why(all);
}

void run_generate(const GenerateOptions& options) {
  session::check_options(options.writing);
  const session::Model model = session::Model::open(
      model_named(options.model), options.threads,
      options.int8 ? session::Precision::kInt8 : session::Precision::kAsStored, options.device);
  Warnings().say(model.info().warnings);
  for_each_text(options.texts, [&](const std::string& text) {
    if (options.why) return explain_next(model, text, options);
    const auto began = std::chrono::steady_clock::now();
    const session::Written written = write_on(model, text, options);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
    if (options.json) return print_json_line(to_json(written));
    const auto count = static_cast<double>(written.tokens.size());
    say(decimal(count, 0) + " tokens, " + decimal(count / std::max(seconds.count(), 1e-9), 1) + " a second" +
        (written.ended == "end" ? "; the model ended the text" : "") +
        (written.ended == "full" ? "; the model takes no longer text" : ""));
  });
}

}  // namespace

void add_generate(CLI::App& program) {
  CLI::App* command = program.add_subcommand("generate", "Continue a text, token by token");
  auto options = std::make_shared<GenerateOptions>();
  command
      ->add_option("--model", options->model,
                   "Language model, such as GPT2LMHeadModel: model folder, or name of a model that ships")
      ->required()
      ->type_name("DIR");
  command->add_option("TEXT", options->texts, "Texts; - reads one per line from standard input")->required();
  command->add_option("--tokens", options->tokens, "Largest number of new tokens (default: 40)")
      ->check(CLI::Range(0, 1 << 20))
      ->type_name("N");
  add_fields(*command, session::WritingOptions::fields(), &options->writing);
  command
      ->add_option("--edit", options->edits,
                   "Edit of the attention weights (repeatable): 2.0.off (layer.head), 0.1.5.only=2 "
                   "(layer.head.query, key), *.*.*.3=0")
      ->type_name("EDIT")
      ->allow_extra_args(false);
  command->add_flag("--why", options->why,
                    "Instead of generating: report what each head and layer adds to the score of the "
                    "likeliest token compared with the second; with --json, of the five likeliest");
  command->add_option("--threads", options->threads, "Number of threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_flag("--int8", options->int8,
                    "Round the weight matrices to int8, which takes a quarter of the memory");
  command->add_option("--device", options->device, "Where to compute: cpu or cuda (default: cpu)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_flag("--json", options->json, "Print one JSON object per text");
  command->callback([options] { run_generate(*options); });
}

}  // namespace heed::cli

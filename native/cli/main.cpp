// heed: the engine from a terminal. Results go to standard output, progress and messages to standard error.
// Exit status: 0 done; 1 what was named could not be read or done; 2 the command line cannot be understood.
#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <string>

#include "engine/session/error.h"
#include "engine/session/training/recipes.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/help.h"
#include "native/cli/output.h"
#include "native/cli/terminal.h"

namespace {

constexpr int kDone = 0, kFailed = 1, kNotUnderstood = 2;

// One clear line, whatever the message holds.
int report(const std::string& message, int status) {
  std::cout.flush();
  std::string line = message;
  std::replace(line.begin(), line.end(), '\n', ' ');
  heed::cli::say(line);
  return status;
}

// ": did you mean predict?", of the first word that is not understood.
std::string meant(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> names;
  const std::string word = words.empty() ? "" : heed::cli::plain(words[0]);
  const size_t dashes = word.rfind("--", 0) == 0 ? 2 : 0;
  if (dashes == 0)
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  else
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back(name);
  const std::string name = heed::session::meant_name(word.substr(dashes, word.find('=') - dashes), names);
  return name.empty() ? "" : ": did you mean " + word.substr(0, dashes) + name + "?";
}

// What CLI11 says about a command line, with where to look next. What nobody expected is named first: it is
// often why something else seems to be missing.
int report_usage(const CLI::App& program, const CLI::ParseError& error) {
  const auto commands = program.get_subcommands();
  const bool missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  std::string extras;
  for (const std::string& extra : program.remaining(true))
    extras += (extras.empty() ? "" : " ") + heed::cli::plain(extra);

  std::string message = error.what();
  if (commands.empty() && missing) message = "no command was given";
  if (!extras.empty() && (missing || dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr))
    message = commands.empty() ? "there is no command \"" + extras + "\""
                               : "not understood: " + extras + " (a text that begins with - goes after --)";
  if (!extras.empty()) message += meant(commands.empty() ? program : *commands[0], program.remaining(true));
  const std::string help = commands.empty() ? "heed --help" : "heed " + commands[0]->get_name() + " --help";
  return report(message + "; see " + help, kNotUnderstood);
}

void describe(CLI::App& program) {
  program.name("heed");
  program.require_subcommand(1);
  program.formatter(std::make_shared<heed::cli::HelpFormatter>());
  program.set_help_flag("-h,--help", "Show this help");
  program.set_version_flag("--version", "heed " HEED_VERSION, "Show the version");
  heed::cli::add_predict(program);
  heed::cli::add_explain(program);
  heed::cli::add_faithfulness(program);
  heed::cli::add_tokenize(program);
  heed::cli::add_train(program);
  heed::cli::add_tune(program);
  heed::cli::add_label_errors(program);
  heed::cli::add_nearest(program);
  heed::cli::add_pack(program);
  heed::cli::add_evaluate(program);
  heed::cli::add_attend(program);
  heed::cli::add_quantize(program);
  heed::cli::add_fill_mask(program);
  heed::cli::add_generate(program);
  heed::cli::add_translate(program);
  heed::cli::add_info(program);
  heed::cli::add_fetch(program);
  heed::cli::add_describe(program);
  heed::cli::add_data(program);
  heed::cli::add_recipes(program);
  heed::cli::add_runs(program);
  heed::cli::add_page(program);
  heed::cli::add_completion(program);
  heed::cli::add_man(program);
}

int run(int argc, const char* const* argv) {
  CLI::App program("Heed shows what a neural network attends to.");
  describe(program);
  try {
    program.parse(heed::cli::protected_arguments(argc, argv));
  } catch (const CLI::Success& help) {
    return program.exit(help);
  } catch (const CLI::ParseError& error) {
    return report_usage(program, error);
  }
  std::cout.flush();
  return std::cout ? kDone : report("standard output could not be written.", kFailed);
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const heed::cli::CleanOutput clean;
  try {
    return run(argc, argv);
  } catch (const heed::cli::Exit& exit) {
    return exit.status;
  } catch (const heed::UsageError& error) {
    return report(error.what(), kNotUnderstood);
  } catch (const std::bad_alloc&) {
    return report("there is not enough memory for this.", kFailed);
  } catch (const std::exception& error) {
    return report(error.what(), kFailed);
  }
}

// What a shell completes, made from the commands themselves.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "engine/session/training/recipes.h"
#include "native/cli/commands.h"

namespace heed::cli {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// In single quotes, as all three shells have them.
std::string quoted_words(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::vector<std::string> commands_of(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> recipe_names() {
  std::vector<std::string> names;
  for (const session::RecipeEntry& recipe : session::recipes()) names.push_back(recipe.name);
  return names;
}

// Bash, and zsh by its own way to use bash's: options of the command, recipes behind train, else files.
void write_bash(const CLI::App& program) {
  std::cout << "_heed() {\n"
               "  local word=\"${COMP_WORDS[COMP_CWORD]}\" command=\"${COMP_WORDS[1]}\" options=''\n"
               "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
               "    COMPREPLY=($(compgen -W '"
            << joined(commands_of(program)) << " --help --version' -- \"$word\"))\n    return\n  fi\n"
            << "  case \"$command\" in\n";
  for (const CLI::App* command : program.get_subcommands({}))
    std::cout << "    " << command->get_name() << ") options='" << joined(options_of(*command)) << "' ;;\n";
  std::cout << "  esac\n"
               "  if [ \"${word#-}\" != \"$word\" ]; then\n"
               "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
               "  elif [ \"$command\" = train ] && [ \"$COMP_CWORD\" -eq 2 ]; then\n"
               "    COMPREPLY=($(compgen -W '"
            << joined(recipe_names()) << "' -- \"$word\") $(compgen -f -- \"$word\"))\n"
            << "  else\n    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n}\n"
            << "complete -o filenames -F _heed heed\n";
}

void write_fish(const CLI::App& program) {
  for (const CLI::App* command : program.get_subcommands({})) {
    const std::string name = command->get_name();
    std::cout << "complete -c heed -n __fish_use_subcommand -f -a " << name << " -d "
              << quoted_words(command->get_description()) << '\n';
    for (const CLI::Option* option : command->get_options())
      for (const std::string& long_name : option->get_lnames())
        std::cout << "complete -c heed -n '__fish_seen_subcommand_from " << name << "' -l " << long_name
                  << (option->get_items_expected_max() > 0 ? " -r" : "") << " -d "
                  << quoted_words(option->get_description()) << '\n';
  }
  std::cout << "complete -c heed -n '__fish_seen_subcommand_from train' -a "
            << quoted_words(joined(recipe_names())) << '\n';
}

void write(const CLI::App& program, const std::string& shell) {
  if (shell == "fish") return write_fish(program);
  if (shell == "zsh") std::cout << "#compdef heed\nautoload -U +X bashcompinit && bashcompinit\n";
  write_bash(program);
}

}  // namespace

void add_completion(CLI::App& program) {
  CLI::App* command = program.add_subcommand("completion", "Print the completion script for a shell");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "Shell: bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "To install it:\n  bash  add to ~/.bashrc: source <(heed completion bash)\n  zsh   add to ~/.zshrc:  "
      "source <(heed completion zsh)\n  fish  heed completion fish > ~/.config/fish/completions/heed.fish");
  command->callback([&program, shell] { write(program, *shell); });
}

}  // namespace heed::cli

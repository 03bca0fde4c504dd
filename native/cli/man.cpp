// Manual pages, made from what --help says.
#include <iostream>
#include <string>

#include "native/cli/commands.h"

namespace heed::cli {

namespace {

// Text for troff: a backslash, and a dot or a quote that begins a line, mean themselves.
std::string roff(const std::string& text) {
  std::string result;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) result += "\\&";
    result += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
    begins = c == '\n';
  }
  return result;
}

void write_options(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    std::string names;
    for (const std::string& name : option->get_snames()) names += (names.empty() ? "-" : ", -") + name;
    for (const std::string& name : option->get_lnames()) names += (names.empty() ? "--" : ", --") + name;
    if (names.empty()) names = option->get_name(true);
    const std::string type = option->get_items_expected_max() > 0 ? option->get_type_name() : "";
    std::cout << ".TP\n.B " << roff(names) << '\n';
    if (!type.empty() && !option->get_lnames().empty()) std::cout << ".I " << roff(type) << '\n';
    std::cout << ".br\n" << roff(option->get_description()) << '\n';
  }
}

void write_page(const std::string& name, const CLI::App& command, const CLI::App& program) {
  std::cout << ".TH " << roff(name) << " 1 \"\" \"heed " HEED_VERSION "\" \"User Commands\"\n"
            << ".SH NAME\n"
            << roff(name) << " \\- " << roff(command.get_description()) << '\n'
            << ".SH SYNOPSIS\n.B " << (&command == &program ? "heed" : "heed " + roff(command.get_name()))
            << "\n[options]\n";
  if (&command == &program) {
    std::cout << ".SH COMMANDS\n";
    for (const CLI::App* one : program.get_subcommands({}))
      std::cout << ".TP\n.B " << roff(one->get_name()) << '\n' << roff(one->get_description()) << '\n';
  }
  std::cout << ".SH OPTIONS\n";
  write_options(command);
  if (!command.get_footer().empty())
    std::cout << ".SH NOTES\n.nf\n" << roff(command.get_footer()) << "\n.fi\n";
}

}  // namespace

void add_man(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("man", "Print the manual page of heed or of one of its commands");
  auto name = std::make_shared<std::string>();
  command->add_option("COMMAND", *name, "Command (default: heed itself)");
  command->footer("Example:\n  heed man train | man -l -");
  command->callback([&program, name] {
    if (name->empty()) return write_page("heed", program, program);
    for (const CLI::App* one : program.get_subcommands({}))
      if (one->get_name() == *name) return write_page("heed-" + *name, *one, program);
    throw CLI::ValidationError("there is no command \"" + *name + "\"");
  });
}

}  // namespace heed::cli

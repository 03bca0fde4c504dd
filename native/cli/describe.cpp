#include "engine/session/describe.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "native/cli/commands.h"
#include "native/cli/output.h"

namespace heed::cli {
namespace {

void list(const std::string& title, const nlohmann::json& entries, const char* name, const char* beside) {
  std::cout << bold(title) << '\n';
  for (const nlohmann::json& entry : entries)
    std::cout << "  " << left(entry[name].get<std::string>(), 36)
              << (entry.contains("task") ? entry["task"].get<std::string>() + ": " : "")
              << entry[beside].get<std::string>() << '\n';
}

void print_description(const nlohmann::json& all) {
  list("mechanisms", all["mechanisms"], "name", "formula");
  list("methods of explanations", all["methods"], "name", "measures");
  list("tasks", all["tasks"], "name", "meaning");
  list("settings of a recipe", all["recipe"], "key", "meaning");
  for (const nlohmann::json& architecture : all["architectures"])
    list("settings of " + architecture["name"].get<std::string>(), architecture["fields"], "key", "meaning");
}

}  // namespace

void add_describe(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "describe", "List mechanisms, methods, tasks, architectures and all settings of recipes");
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "Print everything as one JSON object");
  command->callback([as_json] {
    nlohmann::json all = session::describe();
    all["version"] = HEED_VERSION;
    if (*as_json)
      print_json_line(all);
    else
      print_description(all);
  });
}

}  // namespace heed::cli

#include "engine/session/describe.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "native/cli/commands.h"
#include "native/cli/output.h"

namespace heed::cli {
namespace {

void list(const nlohmann::json& entries, const char* title, const char* beside) {
  if (!entries.is_array()) return;
  std::cout << bold(title) << '\n';
  for (const nlohmann::json& entry : entries)
    std::cout << "  " << left(entry.value("name", entry.value("key", "")), 34) << entry.value(beside, "")
              << '\n';
}

void show(const nlohmann::json& all) {
  list(all["mechanisms"], "mechanisms", "formula");
  if (all.contains("architectures")) list(all["architectures"], "architectures", "meaning");
  if (all.contains("tasks")) list(all["tasks"], "tasks", "meaning");
  if (all.contains("recipe")) list(all["recipe"], "settings of a recipe", "meaning");
}

}  // namespace

void add_describe(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "describe",
      "What there is: mechanisms, architectures, and the settings of a recipe with what they mean");
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "Everything, as one JSON object");
  command->callback([as_json] {
    nlohmann::json all = session::describe();
    all["version"] = HEED_VERSION;
    if (*as_json)
      print_json_line(all);
    else
      show(all);
  });
}

}  // namespace heed::cli

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/session/models/devices.h"
#include "engine/session/models/info.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"

namespace heed::cli {

namespace {

struct InfoOptions {
  std::string model;
  bool devices = false;
  bool json = false;
};

void row(const char* name, const std::string& value) {
  std::cout << left(name, 14) << value << '\n';
}

void print_info(const session::ModelInfo& info) {
  std::string classes;
  for (const std::string& label : info.classes) classes += (classes.empty() ? "" : ", ") + printable(label);
  row("model", printable(info.name));
  row("architecture", printable(info.architecture));
  row("parameters", with_separators(info.parameters));
  if (info.layers > 0) row("layers", std::to_string(info.layers));
  if (info.heads > 0) row("heads", std::to_string(info.heads));
  if (!classes.empty()) row("classes", classes);
  row("vocabulary", with_separators(info.vocabulary) + " tokens");
  if (!info.mask.empty()) row("mask token", printable(info.mask));
  row("weights", with_separators(info.bytes) + " bytes");
  for (const std::string& warning : info.warnings) row("warning", printable(warning));
}

void show_devices(bool json) {
  for (const session::DeviceEntry& device : session::devices())
    if (json)
      print_json_line(
          {{"device", device.name}, {"description", device.description}, {"available", device.available}});
    else
      row(device.name.c_str(), printable(device.description));
}

void run_info(const InfoOptions& options) {
  if (options.devices) return show_devices(options.json);
  const session::ModelInfo info = session::info_of(model_named(options.model));
  if (options.json)
    print_json_line(to_json(info));
  else
    print_info(info);
}

}  // namespace

void add_info(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "info", "Describe a model (architecture, sizes, classes) or this machine's devices");
  auto options = std::make_shared<InfoOptions>();
  CLI::Option* model =
      command->add_option("--model", options->model, "Model folder, or name of a model that ships")
          ->type_name("DIR");
  CLI::Option* devices = command->add_flag("--devices", options->devices, "List the devices of this machine");
  model->excludes(devices);
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, model] {
    if (!options->devices && model->count() == 0) throw CLI::RequiredError(model->get_name());
    run_info(*options);
  });
}

}  // namespace heed::cli

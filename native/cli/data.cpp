#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/rows/file_look.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"
#include "native/cli/rows.h"

namespace heed::cli {

namespace {

constexpr int kWidest = 120;

struct DataOptions {
  std::string file, format;
  std::vector<std::string> set;
  bool json = false;
};

void run_data(const DataOptions& options) {
  const nlohmann::json look =
      session::look_at(plain(options.file), plain(options.format), plain(options.set));
  if (options.json) return print_json_line(look);
  print_lines(session::look_table(look));
  std::cout << "\nThe first rows\n";
  for (const nlohmann::json& row : look["first"]) {
    std::string line;
    for (const nlohmann::json& field : row) line += (line.empty() ? "  " : " | ") + field.get<std::string>();
    line = printable(line);
    std::cout << (width_of(line) > kWidest ? left(line, kWidest) : line) << '\n';
  }
}

}  // namespace

void add_data(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "data", "Inspect a data file: columns, classes, lengths, duplicates, unusable rows");
  auto options = std::make_shared<DataOptions>();
  command
      ->add_option("FILE", options->file, "Data file: csv, tsv, jsonl or one text per line, gzipped or not")
      ->required();
  command
      ->add_option("--format", options->format, "File format: csv, tsv, jsonl or lines (default: detected)")
      ->type_name("NAME");
  command
      ->add_option("--set", options->set,
                   "Change how the file is read (repeatable): KEY is data.text_column, data.label_column, "
                   "data.header, data.delimiter or data.encoding; data. may be left out")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run_data(*options); });
}

}  // namespace heed::cli

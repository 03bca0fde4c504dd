#include <iostream>
#include <string>

#include "engine/session/models/model.h"
#include "engine/session/models/quantize.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"

namespace heed::cli {

namespace {

struct QuantizeOptions {
  std::string model, out;
};

void run_quantize(const QuantizeOptions& options) {
  const session::Quantized sizes = session::quantize(model_named(options.model), plain(options.out));
  std::cout << printable(plain(options.out)) << ": " << with_separators(sizes.bytes_before) << " → "
            << with_separators(sizes.bytes_after) << " bytes\n";
}

}  // namespace

void add_quantize(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("quantize", "Round a model's weight matrices to int8, a quarter of the size");
  auto options = std::make_shared<QuantizeOptions>();
  command->add_option("--model", options->model, "Model folder, or name of a model that ships")
      ->required()
      ->type_name("DIR");
  command->add_option("--out", options->out, "Folder to write")->required()->type_name("DIR");
  command->callback([options] { run_quantize(*options); });
}

}  // namespace heed::cli

#include <iostream>
#include <string>

#include "engine/session/training/training.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"
#include "native/cli/progress.h"

namespace heed::cli {

namespace {

struct FetchOptions {
  std::string name, to, from;
};

void run_fetch(const FetchOptions& options) {
  StatusLine line;
  const session::Fetched fetched =
      session::fetch(plain(options.name), plain(options.to), plain(options.from),
                     [&](int64_t done, int64_t total) { line.show_bytes(done, total); });
  line.end();
  for (const std::string& remark : fetched.remarks) say(remark);
  std::cout << fetched.folder << '\n';
}

}  // namespace

void add_fetch(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("fetch", "Download a public data set, verify its SHA-256 and print its folder");
  auto options = std::make_shared<FetchOptions>();
  command
      ->add_option(
          "NAME", options->name,
          "Data set: enron-intent, ag-news, sst2, goemotions, dair-emotion, isear, enisear or deisear")
      ->required();
  command
      ->add_option("--to", options->to,
                   "Folder to put it into (default: heed/data/NAME in the user's data folder, where recipes "
                   "look for it)")
      ->type_name("DIR");
  command->add_option("--from", options->from, "Folder or address of the data (default: the public server)")
      ->type_name("URL_OR_DIR");
  command->callback([options] { run_fetch(*options); });
}

}  // namespace heed::cli

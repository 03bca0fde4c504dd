#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/session/training/pack.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"
#include "native/cli/progress.h"

namespace heed::cli {

namespace {

struct PackOptions {
  session::PackOptions pack;
  std::vector<std::string> more;  // data: --data *.txt is many files
  bool json = false;
};

void run_pack(const PackOptions& options) {
  StatusLine preparing;
  session::PackOptions asked = options.pack;
  asked.preparing = [&](const std::string& work, int64_t done, int64_t total, const char* unit) {
    preparing.show_work(work, done, total, unit);
  };
  const session::Packed made = session::pack(asked);
  preparing.end();
  if (options.json)
    print_json_line({{"documents", made.documents},
                     {"train", made.train},
                     {"held_out", made.held_out},
                     {"pieces", made.pieces},
                     {"bytes", made.bytes}});
  else
    std::cout << printable(asked.out) << ": " << with_separators(made.documents) << " documents, "
              << with_separators(made.train) << " tokens to train, " << with_separators(made.held_out)
              << " held out; " << with_separators(made.pieces) << " pieces; " << with_separators(made.bytes)
              << " bytes\n";
}

}  // namespace

void add_pack(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "pack", "Tokenise a large corpus once, into a file that heed train masked-words and next-word read");
  auto options = std::make_shared<PackOptions>();
  session::PackOptions& pack = options->pack;
  command->add_option("FILES", options->more, "More files or folders, as for --data");
  command->add_option("--data", pack.data, "Text file, gzipped or not, or a folder (repeatable)")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->required();
  command->add_option("--out", pack.out, "File to write")->required()->type_name("FILE");
  command
      ->add_option("--recipe", pack.recipe,
                   "Recipe whose text and split settings are used (default: masked-words)")
      ->type_name("RECIPE");
  command
      ->add_option("--from", pack.from,
                   "Model folder whose tokenizer is used (default: a tokenizer is learned)")
      ->type_name("DIR");
  command
      ->add_option("--tokens", pack.tokens,
                   "Largest number of training tokens; documents are then sampled evenly, the held-out part "
                   "is kept whole (default: all)")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 60))
      ->type_name("N");
  command->add_option("--split-seed", pack.split_seed, "Seed of the split into training and held-out parts")
      ->type_name("N");
  command->add_option("--threads", pack.threads, "Number of threads (default: 1)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command
      ->add_option("--set", pack.set,
                   "Change one setting of the recipe, by its dotted key (repeatable); heed recipes NAME "
                   "lists the keys")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "Print what the file holds as one JSON object");
  command->callback([options] {
    session::PackOptions& given = options->pack;
    for (std::string* value : {&given.recipe, &given.from, &given.out}) *value = plain(*value);
    given.data = plain(given.data);
    for (const std::string& file : plain(options->more)) given.data.push_back(file);
    given.set = plain(given.set);
    run_pack(*options);
  });
}

}  // namespace heed::cli

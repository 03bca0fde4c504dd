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
  CLI::App* command = program.add_subcommand("pack",
                                             "Write texts, tokenised, as one file that `heed train "
                                             "masked-words --data FILE`, or next-word, learns from");
  auto options = std::make_shared<PackOptions>();
  session::PackOptions& pack = options->pack;
  command->add_option("FILES", options->more, "More files or folders, as after --data");
  command
      ->add_option("--data", pack.data,
                   "A text file, gzipped or not, or a folder; may be given more than once")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->required();
  command->add_option("--out", pack.out, "The file to write")->required()->type_name("FILE");
  command->add_option("--recipe", pack.recipe, "Whose text and split settings count [masked-words]")
      ->type_name("RECIPE");
  command->add_option("--from", pack.from, "A model folder whose pieces are used, instead of learning some")
      ->type_name("DIR");
  command
      ->add_option("--tokens", pack.tokens,
                   "The most tokens that are in it: an even share of the documents, and all that is held out")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 60))
      ->type_name("N");
  command->add_option("--split-seed", pack.split_seed, "Seed of the split into training and held-out part")
      ->type_name("N");
  command->add_option("--threads", pack.threads, "Threads [1]")->check(CLI::Range(1, 1024))->type_name("N");
  command->add_option("--set", pack.set, "A value of the recipe, by its dotted key; more than once")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "What is in it, as one JSON object");
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

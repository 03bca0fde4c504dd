// heed nearest: which texts a classifier takes for alike, among what it learned from or others.
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/rows/nearest_texts.h"
#include "engine/session/rows/run_rows.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/input.h"
#include "native/cli/interrupt.h"
#include "native/cli/output.h"
#include "native/cli/rows.h"

namespace heed::cli {

namespace {

constexpr int kLineWidth = 110;

struct NearestOptions {
  std::string model, among, format, device = "cpu";
  std::vector<std::string> texts, set;
  int threads = 1, most = 10;
  bool json = false;
};

session::Labelled rows_among(const NearestOptions& options) {
  if (options.among.empty()) return session::trained_rows(model_named(options.model));
  return session::read_labelled(plain(options.among), plain(options.format), plain(options.set));
}

void print_nearest(const nlohmann::json& found) {
  const auto field = [](const nlohmann::json& of, const char* key) {
    return printable(of[key].get<std::string>());
  };
  std::cout << field(found, "text") << "\n  " << field(found, "label") << ' '
            << decimal(found["probability"].get<double>(), 4) << '\n';
  for (const nlohmann::json& one : found["nearest"]) {
    std::string line = field(one, "label") + "  " + field(one, "text");
    if (width_of(line) > kLineWidth) line = left(line, kLineWidth);
    std::cout << "  " << decimal(one["distance"].get<double>(), 3) << "  " << line << '\n';
  }
}

void run_nearest(const NearestOptions& options) {
  note_signal(SIGINT);
  note_signal(SIGTERM);
  const session::Predictor predictor(model_named(options.model), options.device, options.threads);
  session::Labelled rows = rows_among(options);
  for (const std::string& problem : rows.problems) say("warning: " + problem);
  StatusLine status;
  const auto count = static_cast<int64_t>(rows.rows.size());
  const session::NearestTexts near(predictor, std::move(rows), counting(status, count, "rows"));
  status.end();
  if (interrupted()) throw Exit{interrupted_status()};
  for_each_text(options.texts, [&](const std::string& text) {
    const nlohmann::json found =
        session::nearest_json(predictor, near, text, static_cast<size_t>(options.most));
    if (options.json)
      print_json_line(found);
    else
      print_nearest(found);
  });
}

}  // namespace

void add_nearest(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "nearest", "Find the training sentences most similar to a text, as a classifier sees them");
  auto options = std::make_shared<NearestOptions>();
  command->add_option("--model", options->model, "Classifier: model folder, or name of a model that ships")
      ->required()
      ->type_name("DIR");
  command->add_option("TEXT", options->texts, "Texts; - reads one per line from standard input")->required();
  command
      ->add_option("--among,--data", options->among,
                   "Labelled rows to search (default: the training data that the model's run or card names)")
      ->type_name("FILE");
  command
      ->add_option("--format", options->format,
                   "With --among: file format, as for heed train (default: detected)")
      ->type_name("NAME");
  command
      ->add_option("--set", options->set,
                   "With --among: change how the file is read (repeatable): KEY is data.text_column, "
                   "data.label_column, …; data. may be left out")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_option("--most", options->most, "Number of sentences for each text (default: 10)")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  command->add_option("--threads", options->threads, "Number of threads (default: 1)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_option("--device", options->device, "Where to compute: cpu or cuda (default: cpu)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_flag("--json", options->json, "Print one JSON object per text");
  command->callback([options] { run_nearest(*options); });
}

}  // namespace heed::cli

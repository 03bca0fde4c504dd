#include "engine/session/runs/run_store.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/session/error.h"
#include "engine/session/runs/run_record.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"
#include "native/cli/rows.h"

namespace heed::cli {

namespace {

struct RunsOptions {
  std::vector<std::string> ids, filter;
  std::string store, curve, csv;
  std::optional<std::string> title, note;
  bool remove = false, json = false;
};

std::string shown(const nlohmann::json& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return printable(value.get<std::string>());
  return value.is_number_float() ? decimal(value.get<double>(), 4) : value.dump();
}

nlohmann::json::json_pointer place_of(const std::string& key) {
  std::string place = "/" + key;
  std::replace(place.begin(), place.end(), '.', '/');
  return nlohmann::json::json_pointer(place);
}

// KEY=VALUE of a run: "recipe", "status", "settings.training.epochs", "figures.test.accuracy", …
bool fits(const nlohmann::json& run, const std::string& condition) {
  const size_t equals = condition.find('=');
  if (equals == std::string::npos) throw UsageError("[--filter] \"" + condition + "\" is no KEY=VALUE.");
  const nlohmann::json::json_pointer at = place_of(condition.substr(0, equals));
  if (!run.contains(at)) return false;
  const std::string value = condition.substr(equals + 1);
  return run[at].is_string() ? run[at] == value : run[at].dump() == value;
}

// The values that runs have there, a few of them; "" where none has one.
std::string values_at(const std::vector<nlohmann::json>& runs, const nlohmann::json::json_pointer& at) {
  constexpr size_t kListed = 8;
  std::set<std::string> values;
  for (const nlohmann::json& run : runs)
    if (run.contains(at)) values.insert(shown(run[at]));
  std::string text;
  size_t n = 0;
  for (const std::string& value : values)
    if (n++ < kListed) text += (text.empty() ? "" : ", ") + value;
  return text + (values.size() > kListed ? ", …" : "");
}

// Leaves the runs that fit; says where none does, and what there is.
void filter(std::vector<nlohmann::json>& runs, const std::string& condition) {
  const std::vector<nlohmann::json> all = runs;
  std::erase_if(runs, [&](const nlohmann::json& run) { return !fits(run, condition); });
  if (!runs.empty() || all.empty()) return;
  const std::string key = condition.substr(0, condition.find('=')), values = values_at(all, place_of(key));
  say("[--filter] \"" + condition + "\" fits none of " + std::to_string(all.size()) +
      (all.size() == 1 ? " run: " : " runs: ") +
      (values.empty() ? "none has a \"" + key + "\"; heed runs RUN --json shows the keys."
                      : "their " + key + " is " + values + "."));
}

std::vector<nlohmann::json> chosen(const RunsOptions& options, const std::string& store) {
  std::vector<nlohmann::json> runs;
  for (const std::string& id : options.ids) runs.push_back(session::find_run(store, plain(id)));
  if (options.ids.empty()) runs = session::read_runs(store);
  for (const std::string& condition : options.filter) filter(runs, plain(condition));
  return runs;
}

// The accuracy on a part, and on how many examples where the run says so: "0.9048 of 42".
std::string accuracy_on(const nlohmann::json& run, const std::string& part) {
  const nlohmann::json accuracy = session::figure_of(run, part + ".accuracy"),
                       n = session::figure_of(run, part + ".n");
  return shown(accuracy) + (accuracy.is_number() && n.is_number() ? " of " + shown(n) : "");
}

void list(const std::vector<nlohmann::json>& runs, const std::string& store, bool filtered) {
  if (runs.empty() && filtered) return;  // which filter() has said
  if (runs.empty()) {
    std::cout << "no runs in " << printable(store) << '\n';
    return;
  }
  std::cout << bold(left("run", 40) + left("status", 10) + left("epochs", 10) + left("best", 6) +
                    left("validation", 18) + left("test", 18) + "time")
            << '\n';
  for (const nlohmann::json& run : runs) {
    const std::string epochs = shown(run["epoch"]) + "/" + shown(run["epochs"]);
    const nlohmann::json& title = run["title"];
    std::cout << left(shown(title == "" ? run["id"] : title), 39) << ' '
              << left(shown(run.value("status", nlohmann::json())), 10) << left(epochs, 10)
              << left(shown(run["best_epoch"]), 6) << left(accuracy_on(run, "validation"), 17) << ' '
              << left(accuracy_on(run, "test"), 17) << ' ' << duration(run.value("seconds", NAN)) << '\n';
  }
}

// Those of one number, of each part: "test  42 examples: accuracy 0.91, loss 0.31, …".
void show_figures(const nlohmann::json& run) {
  for (const char* part : {"before", "train", "validation", "test"}) {
    const nlohmann::json figures = session::figure_of(run, part);
    if (!figures.is_object()) continue;
    std::string line;
    for (const auto& [name, value] : figures.items())
      if (value.is_number() && name != "n")
        line += (line.empty() ? "" : ", ") + printable(name) + " " + shown(value);
    const bool counted = figures.contains("n") && figures["n"].is_number();
    std::cout << left(part, 12) << ' ' << (counted ? shown(figures["n"]) + " examples: " : "") << line
              << '\n';
  }
}

void show_one(const nlohmann::json& run) {
  for (const char* key : {"id", "title", "note", "status", "problem", "recipe", "out", "from", "device",
                          "threads", "started", "updated", "epoch", "epochs", "best_epoch", "folder"})
    if (run.contains(key) && !run[key].is_null() && run[key] != "")
      std::cout << left(key, 12) << ' ' << shown(run[key]) << '\n';
  if (run["data"].is_object())
    for (const nlohmann::json& file : run["data"]["files"])
      std::cout << left("data", 12) << ' ' << shown(file["path"]) << ", " << shown(file["bytes"])
                << " bytes, SHA-256 " << shown(file["sha256"]).substr(0, 16) << "…\n";
  show_figures(run);
}

void compare(const std::vector<nlohmann::json>& runs) {
  const nlohmann::json differences = session::compare_runs(runs);
  std::string head = left("", 40);
  for (const nlohmann::json& run : runs) head += " " + left(shown(run["id"]), 26);
  std::cout << bold(head) << '\n';
  for (const char* part : {"settings", "figures"})
    for (const nlohmann::json& one : differences[part]) {
      const auto key = one["key"].get<std::string>();
      if (key.find("confusion") != std::string::npos || key.find("per_class") != std::string::npos) continue;
      std::cout << left(key, 40);
      for (const nlohmann::json& value : one["values"]) std::cout << ' ' << left(shown(value), 26);
      std::cout << '\n';
    }
}

// A bar for each epoch.
void draw_curve(const nlohmann::json& run, const std::string& key) {
  const nlohmann::json::json_pointer at = place_of(key);
  double most = 0;
  const std::vector<nlohmann::json> epochs = session::log_of(run, true);
  const auto value = [&](const nlohmann::json& line) {
    return line.contains(at) && line[at].is_number() ? line[at].get<double>() : NAN;
  };
  for (const nlohmann::json& line : epochs)
    if (std::isfinite(value(line))) most = std::max(most, value(line));
  std::cout << bold(shown(run["id"]) + ", " + printable(key)) << '\n';
  for (const nlohmann::json& line : epochs)
    std::cout << right(line["epoch"].dump(), 6) << ' ' << right(decimal(value(line), 4), 10) << ' '
              << bar(most > 0 ? value(line) / most : 0, 50) << '\n';
}

// A row for each epoch of each run.
std::string as_csv(const std::vector<nlohmann::json>& runs) {
  std::string bytes =
      "run,epoch,loss,accuracy,validation_loss,validation_accuracy,rate,seconds,validation_n\n";
  const auto number = [](const nlohmann::json& value) {
    return value.is_number() ? value.dump() : std::string();
  };
  for (const nlohmann::json& run : runs)
    for (const nlohmann::json& line : session::log_of(run, true)) {
      const nlohmann::json validation = line.contains("validation") && line["validation"].is_object()
                                            ? line["validation"]
                                            : nlohmann::json::object();
      bytes += run["id"].get<std::string>() + "," + line["epoch"].dump();
      for (const nlohmann::json& value :
           {line.value("loss", nlohmann::json()), line.value("accuracy", nlohmann::json()),
            validation.value("loss", nlohmann::json()), validation.value("accuracy", nlohmann::json()),
            line.value("rate", nlohmann::json()), line.value("seconds", nlohmann::json()),
            validation.value("n", nlohmann::json())})
        bytes += "," + number(value);
      bytes += "\n";
    }
  return bytes;
}

// A run that is named twice is one.
void remove_runs(std::vector<nlohmann::json> runs) {
  const auto id = [](const nlohmann::json& run) { return run["id"].get<std::string>(); };
  std::sort(runs.begin(), runs.end(), [&](const auto& a, const auto& b) { return id(a) < id(b); });
  runs.erase(
      std::unique(runs.begin(), runs.end(), [&](const auto& a, const auto& b) { return id(a) == id(b); }),
      runs.end());
  session::delete_runs(runs);
  for (const nlohmann::json& run : runs) std::cout << "removed " << printable(id(run)) << '\n';
  std::cout << runs.size()
            << (runs.size() == 1 ? " run removed; its model stays\n" : " runs removed; their models stay\n");
}

void run_runs(const RunsOptions& options) {
  const std::string store = options.store.empty() ? session::default_runs_folder() : plain(options.store);
  std::vector<nlohmann::json> runs = chosen(options, store);
  if (options.remove) {
    if (options.ids.empty() && options.filter.empty())
      throw UsageError("[--delete] say which runs: by name, or with --filter.");
    remove_runs(runs);
  } else if (options.title || options.note) {
    if (runs.size() != 1 || options.ids.size() != 1)
      throw UsageError("[--title] and --note are for one run.");
    session::describe_run(runs[0],
                          options.title ? plain(*options.title) : runs[0]["title"].get<std::string>(),
                          options.note ? plain(*options.note) : runs[0]["note"].get<std::string>());
    show_one(session::find_run(store, plain(options.ids[0])));
  } else if (!options.csv.empty()) {
    write_out(plain(options.csv), as_csv(runs));
  } else if (!options.curve.empty()) {
    for (const nlohmann::json& run : runs) draw_curve(run, plain(options.curve));
  } else if (options.json) {
    for (nlohmann::json& run : runs) {
      run["epochs_logged"] = session::log_of(run, true);
      print_json_line(run);
    }
  } else if (options.ids.size() > 1) {
    compare(runs);
  } else if (options.ids.size() == 1 && !runs.empty()) {
    show_one(runs[0]);
  } else {
    list(runs, store, !options.filter.empty());
  }
}

}  // namespace

void add_runs(CLI::App& program) {
  CLI::App* command = program.add_subcommand("runs", "List the training runs, show one, or compare several");
  auto options = std::make_shared<RunsOptions>();
  command->add_option("RUN", options->ids, "Names of runs or their beginnings; two or more are compared");
  command
      ->add_option("--filter", options->filter,
                   "Only runs with this value of recipe, status, settings.training.epochs, … (repeatable)")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_option("--curve", options->curve, "Print one figure by epoch: loss, validation.accuracy, …")
      ->type_name("KEY");
  command
      ->add_option("--csv", options->csv,
                   "Write a row for each epoch of each run; - writes to standard output")
      ->type_name("FILE");
  command->add_option("--title", options->title, "Give one run a title")->type_name("TEXT");
  command->add_option("--note", options->note, "Add a note to one run")->type_name("TEXT");
  command->add_flag("--delete", options->remove, "Delete the named runs; their models stay");
  command
      ->add_option("--store", options->store,
                   "Folder of the runs (default: $HEED_RUNS, or heed/runs in the user's data folder)")
      ->type_name("DIR");
  command->add_flag("--json", options->json, "Print one JSON object per run");
  command->footer(
      "heed train keeps every run: its settings, its data, a line per epoch, its status and "
      "figures.\nTensorBoard can show them: tensorboard --logdir DIR. Set HEED_RUNS= (empty) to keep no "
      "runs.");
  command->callback([options] { run_runs(*options); });
}

}  // namespace heed::cli

#include "engine/session/runs/run_record.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "engine/base/file.h"
#include "engine/data/fetch.h"
#include "engine/data/sha256.h"
#include "engine/session/error.h"
#include "engine/session/runs/event_file.h"
#include "engine/session/runs/run_store.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double kLogEvery = 2;                      // seconds between two lines within an epoch
constexpr uint64_t kMostHashed = uint64_t{1} << 28;  // of larger files the size has to do

std::string now(const char* form) {
  const std::time_t seconds = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&seconds, &local);
  char text[64];
  std::strftime(text, sizeof text, form, &local);
  return text;
}

double since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A new folder: the time, the recipe, and a number where that is taken.
std::string new_id(const std::string& store, const std::string& recipe) {
  const std::string base = now("%Y%m%d-%H%M%S-") + fs::path(recipe).stem().string();
  fs::create_directories(store);
  for (int n = 1;; ++n) {
    std::string id = n == 1 ? base : base + "-" + std::to_string(n);
    if (fs::create_directory(fs::path(store) / id)) return id;
  }
}

json file_entry(const std::string& path) {
  std::error_code error;
  const uint64_t bytes = fs::file_size(path, error);
  json entry{{"path", fs::absolute(path).lexically_normal().string()},
             {"bytes", error ? json() : json(bytes)},
             {"sha256", nullptr}};
  try {
    if (!error && bytes <= kMostHashed) entry["sha256"] = sha256(read_file(path));
  } catch (const Error&) {
    // without OpenSSL, the size has to do
  }
  return entry;
}

json files_of(const std::vector<std::string>& paths) {
  json files = json::array();
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.push_back(file_entry(path));
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& entry : fs::directory_iterator(path, ignored))
      if (entry.is_regular_file()) inside.push_back(entry.path().string());
    std::sort(inside.begin(), inside.end());
    for (const std::string& file : inside) files.push_back(file_entry(file));
  }
  return files;
}

// The plain numbers of a line, as TensorBoard's tags.
EventFile::Scalars scalars_of(const json& line) {
  EventFile::Scalars scalars;
  for (const auto& [key, value] : line.items()) {
    if (key == "epoch" || key == "step" || key == "steps" || key == "seconds") continue;
    if (value.is_number()) scalars.emplace_back(key == "rate" ? key : "train/" + key, value.get<double>());
    if (key == "validation" && value.is_object())
      for (const auto& [name, figure] : value.items())
        if (figure.is_number()) scalars.emplace_back("validation/" + name, figure.get<double>());
  }
  return scalars;
}

json line_of(const Progress& progress, double seconds) {
  json line{{"epoch", progress.epoch},
            {"loss", progress.loss},
            {"accuracy", progress.accuracy},
            {"rate", progress.rate},
            {"seconds", seconds}};
  if (!progress.epoch_ended) {
    line["step"] = progress.step;
    line["steps"] = progress.steps;
    line["step_loss"] = progress.step_loss;
    line["gradient_norm"] = progress.gradient_norm;
    return line;
  }
  json validation = progress.validation;
  if (validation.is_object())
    for (const char* large : {"confusion", "per_class", "samples", "corpora"}) validation.erase(large);
  line["validation"] = validation;
  return line;
}

// Paths are made absolute, so that the files are found from other folders, too.
TrainOptions in_full(TrainOptions options) {
  for (std::vector<std::string>* paths : {&options.data, &options.test})
    for (std::string& path : *paths) path = fs::absolute(path).lexically_normal().string();
  for (std::string* path : {&options.splits, &options.from})
    if (!path->empty()) *path = fs::absolute(*path).lexically_normal().string();
  return options;
}

}  // namespace

std::string default_runs_folder() {
  if (const char* runs = std::getenv("HEED_RUNS")) return runs;
  const std::string own = user_folder();
  return own.empty() ? "" : own + "/runs";
}

template <class Work>
void RunRecord::guarded(const Work& work) {
  if (store_.empty()) return;
  try {
    if (problem_.empty()) work();
  } catch (const std::exception& error) {
    problem_ = std::string("the run goes on, and is not recorded: ") + error.what();
  }
}

RunRecord::RunRecord(const std::string& store, const TrainOptions& options, const TrainingRun& run)
    : store_(store) {
  guarded([&] {
    if (options.resume)
      for (const json& before : read_runs(store))
        if (before["out"] == fs::absolute(run.out()).lexically_normal().string() &&
            before["status"] != "ended" && before["status"] != "running")
          id_ = before["id"].get<std::string>();
    if (id_.empty())
      begin(options, run);
    else
      go_on(run);
    events_ = std::make_unique<EventFile>(folder_);
    write_status("running");
  });
}

RunRecord::~RunRecord() {
  if (!over_) guarded([&] { write_status("failed"); });
}

void RunRecord::begin(const TrainOptions& options, const TrainingRun& run) {
  id_ = new_id(store_, run.settings().value("name", options.recipe));
  folder_ = (fs::path(store_) / id_).string();
  json asked = to_json(in_full(options));
  asked["out"] = fs::absolute(run.out()).lexically_normal().string();
  const json written{{"id", id_},
                     {"recipe", options.recipe},
                     {"settings", run.settings()},
                     {"data", {{"files", files_of(run.data_paths())}, {"read", run.data_identity()}}},
                     {"options", asked},
                     {"from", options.from},
                     {"out", asked["out"]},
                     {"device", options.device},
                     {"threads", options.threads},
                     {"started", now("%Y-%m-%dT%H:%M:%S%z")},
                     {"version", HEED_VERSION}};
  write_file_atomically((fs::path(folder_) / "run.json").string(), written.dump(2) + "\n", Durable::kNo);
}

// What came after the checkpoint is trained again, and logged again. An epoch that it has and the log has not
// ended just before the process did.
void RunRecord::go_on(const TrainingRun& run) {
  folder_ = (fs::path(store_) / id_).string();
  const json before = read_run(folder_);
  std::string kept;
  int logged = 0;
  for (const json& line : log_of(before, false))
    if (line.value("epoch", 0) <= run.progress().epoch) {
      kept += line.dump() + "\n";
      if (!line.contains("step")) logged = line.value("epoch", 0);
      seconds_before_ = line.value("seconds", seconds_before_);
    }
  write_file_atomically((fs::path(folder_) / "log.jsonl").string(), kept, Durable::kNo);
  Progress ended = run.progress();
  ended.epoch_ended = true;
  if (ended.epoch > logged) append(line_of(ended, seconds_before_));
}

void RunRecord::append(const json& line) {
  const std::string path = (fs::path(folder_) / "log.jsonl").string();
  std::ofstream file(path, std::ios::app);
  file << line.dump() << '\n' << std::flush;
  check(file.good(), "[", path, "] cannot be written.");
}

void RunRecord::write_status(const char* status, const json& more) {
  json written{{"status", status},
               {"pid", ::getpid()},
               {"epoch", last_.epoch_ended ? last_.epoch : std::max(0, last_.epoch - 1)},
               {"epochs", last_.epochs},
               {"best_epoch", last_.best_epoch > 0 ? json(last_.best_epoch) : json()},
               {"seconds", seconds_before_ + since(began_)},
               {"updated", now("%Y-%m-%dT%H:%M:%S%z")}};
  if (more.is_object()) written.update(more);
  write_file_atomically((fs::path(folder_) / "status.json").string(), written.dump(2) + "\n", Durable::kNo);
}

void RunRecord::step(const Progress& progress) {
  last_ = progress;
  if (progress.counts != nullptr || (!progress.epoch_ended && since(logged_) < kLogEvery)) return;
  logged_ = Clock::now();
  guarded([&] {
    const json line = line_of(progress, seconds_before_ + since(began_));
    append(line);
    const int64_t steps =
        (progress.epoch - 1) * progress.steps + (progress.epoch_ended ? progress.steps : progress.step);
    events_->add(steps, scalars_of(line));
    if (progress.epoch_ended) write_status("running");
  });
}

void RunRecord::end(const json& figures, bool complete) {
  over_ = true;
  guarded([&] { write_status(complete ? "ended" : "stopped", {{"figures", figures}}); });
}

void RunRecord::stop() {
  over_ = true;
  guarded([&] { write_status("stopped"); });
}

void RunRecord::fail(const std::string& why) {
  over_ = true;
  guarded([&] { write_status("failed", {{"problem", why}}); });
}

}  // namespace heed::session

#include "native/studio/parts/past_runs.h"

#include <exception>
#include <filesystem>
#include <set>

#include "engine/session/runs/run_store.h"
#include "engine/session/tuning/search.h"

namespace heed::studio {
namespace {

using nlohmann::json;

std::optional<double> figure(const json& line, const char* key) {
  const auto part = line.find("validation");
  if (part == line.end() || !part->is_object() || !part->contains(key)) return std::nullopt;
  return part->value(key, 0.0);
}

std::vector<Epoch> epochs_of(const std::vector<json>& log) {
  std::vector<Epoch> epochs;
  for (const json& line : log) {
    if (line.contains("step")) continue;
    Epoch epoch;
    epoch.epoch = line.value("epoch", 0);
    epoch.train_loss = line.value("loss", 0.0);
    epoch.train_accuracy = line.value("accuracy", 0.0);
    epoch.validation_loss = figure(line, "loss");
    epoch.validation_accuracy = figure(line, "accuracy");
    if (const auto n = figure(line, "n")) epoch.validation_n = static_cast<int64_t>(*n);
    epoch.rate = line.value("rate", 0.0);
    epoch.on_validation = epoch.validation_loss.has_value();
    epochs.push_back(std::move(epoch));
  }
  return epochs;
}

void add_steps(Run& run, const std::vector<json>& log) {
  for (const json& line : log)
    if (line.value("steps", 0) > 0)
      add_step(run, {line.value("epoch", 1) - 1 + line.value("step", 0.0) / line.value("steps", 1.0),
                     line.value("step_loss", 0.0)});
}

Run run_of(const json& kept) {
  Run run;
  run.options = session::train_options_of(kept.at("options"));
  run.options.resume = false;
  run.settings = kept.at("settings");
  run.name = std::filesystem::path(run.options.out).filename().string();
  const auto status = kept.at("status").get<std::string>();
  run.state = status == "ended"    ? RunState::kDone
              : status == "failed" ? RunState::kFailed
                                   : RunState::kStopped;
  run.problem = kept.value("problem", "");
  run.description = "Kept in " + kept.at("folder").get<std::string>();
  run.result = kept.at("figures");
  const std::vector<json> log = session::log_of(kept, false);
  run.epochs = epochs_of(log);
  add_steps(run, log);
  if (kept.at("best_epoch").is_number()) run.best_epoch = kept.at("best_epoch");
  run.record = kept.at("folder");
  run.title = kept.at("title");
  run.note = kept.at("note");
  run.progress.epochs = kept.value("epochs", 0);
  run.gone = !run.result.is_object();  // it was left before its end
  if (!run.epochs.empty()) {
    const Epoch& last = run.epochs.back();
    run.progress.epoch = last.epoch;
    run.progress.loss = last.train_loss;
    run.progress.accuracy = last.train_accuracy;
    run.progress.rate = last.rate;
  }
  run.shown = false;  // until somebody looks at it
  return run;
}

// The last of several runs with one folder has written it.
void mark_overwritten(std::vector<Run>& runs) {
  std::set<std::string> written;
  for (auto run = runs.rbegin(); run != runs.rend(); ++run)
    if (!run->folder().empty() && !written.insert(run->folder()).second) run->gone = true;
}

// A search has many runs, and lists what came of them itself.
bool is_trial(const json& kept) {
  const json& out = kept.at("out");
  std::error_code ignored;
  return out.is_string() && std::filesystem::path(out).filename() == session::kTrialOut &&
         !std::filesystem::exists(out, ignored);
}

}  // namespace

std::vector<Run> past_runs(const std::string& store, size_t most) {
  std::vector<Run> runs;
  for (const json& kept : session::read_runs(store)) {
    if (kept.at("status") == "running" || is_trial(kept)) continue;
    try {
      runs.push_back(run_of(kept));
    } catch (const std::exception&) {
      continue;  // damaged, or of another version: it stays where it is
    }
  }
  mark_overwritten(runs);
  if (runs.size() > most) runs.erase(runs.begin(), runs.end() - static_cast<ptrdiff_t>(most));
  return runs;
}

std::vector<Epoch> past_epochs(const std::string& store, const std::string& out) {
  std::vector<Epoch> epochs;
  for (const json& kept : session::read_runs(store))
    if (kept["out"] == std::filesystem::absolute(out).lexically_normal().string())
      epochs = epochs_of(session::log_of(kept, true));
  return epochs;
}

}  // namespace heed::studio

#include "engine/session/training/training.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/ranks/ranks.h"
#include "engine/session/models/devices.h"
#include "engine/session/models/inside/output_folder.h"
#include "engine/session/training/inside/data_fit.h"
#include "engine/session/training/inside/idle_settings.h"
#include "engine/session/training/inside/network_training.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/inside/run_identity.h"
#include "engine/session/training/inside/run_inputs.h"
#include "engine/session/training/inside/shared_run.h"
#include "engine/train/gradient_steps.h"
#include "engine/train/trainer.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;

// The share of the epoch that is under way; after its last step, until the next one, all of it.
double share_of_epoch(const Position& here) {
  return static_cast<double>(here.step) / static_cast<double>(std::max<int64_t>(1, here.epoch_steps));
}

// No cross-entropy that anything is learned from is as large: guessing among a million classes costs 14.
void check_converges(const Progress& progress, const Recipe& recipe) {
  constexpr double kLargestLoss = 1000;
  check(progress.loss < kLargestLoss, "[train] the loss is ", progress.loss, " after epoch ", progress.epoch,
        ": training has diverged, and no model was written. Lower training.optimizer.rate (",
        recipe.json["training"]["optimizer"]["rate"], "), or bound steps with training.clip.");
}

}  // namespace

struct TrainingRun::Impl {
  Impl(const TrainOptions& given, const TrainPlaces& places);
  std::unique_ptr<SteppingTask> make_task(const TaskEntry& entry, const TrainPlaces& places);
  void report_progress(int epoch_before);

  TrainOptions options;
  Recipe recipe;
  std::vector<std::string> warnings;   // about what was asked for, before those of the task
  std::string out, name;               // the folder that is written, and what it is called in the store
  std::optional<OutputFolder> folder;  // of this machine
  std::shared_ptr<Store> store;
  std::unique_ptr<ThreadPool> threads;
  Device device;
  NetworkTraining* network = nullptr;  // what the task is, where it trains one
  std::unique_ptr<SteppingTask> task;
  std::unique_ptr<Trainer> trainer;
  Progress progress;
  int ranks = 1;
  int first_epoch = 0;      // epochs done before this process took over
  double first_done = 0;    // the same with the share of one that had begun
  double first_tokens = 0;  // likewise
};

TrainingRun::Impl::Impl(const TrainOptions& given, const TrainPlaces& places)
    : options(given), recipe(recipe_of(given)), out(folder_of(given, recipe)), store(places.store) {
  name = store ? out : fs::path(out).filename().string();
  if (!store) {
    folder.emplace(out, options.from);
    store = std::make_shared<FolderStore>(fs::path(out).parent_path().string());
  }
  check_storage(recipe);
  if (!places.rows)
    if (const std::string said = fit_recipe(recipe, options); !said.empty()) warnings.push_back(said);
  const TaskEntry& entry = task_of(recipe.json, recipe.name);
  check(entry.network || options.from.empty(), "[train] the task ", entry.name,
        " trains no network: there is nothing to go on from.");
  check(entry.network || options.device == "cpu", "[train] the task ", entry.name,
        " is trained on the cpu, not on \"", options.device, "\".");
  check(entry.network || !places.ranks, "[train] the task ", entry.name,
        " trains no network, so several processes cannot share its steps: start it without mpirun or srun.");
  ranks = places.ranks ? places.ranks->size() : 1;
  threads = std::make_unique<ThreadPool>(options.threads);
  if (entry.network) {
    // A mistake is found before the data is read.
    const nlohmann::json& model = recipe.json["model"];
    check(!options.from.empty() || (model.is_object() && model.contains("architecture")), "[", recipe.name,
          "] fine-tunes a model that is there, and has no \"model.architecture\" of its own: say which with ",
          "--from FOLDER.");
    if (options.from.empty()) complete_model_config(recipe.json["model"], recipe.name);
    device = open_device(options.device, precision_of(recipe), threads.get(), "train");
  }
  if (const std::string said = idle_settings(recipe, entry, !options.from.empty()); !said.empty())
    warnings.push_back(said);
  const std::string checkpoint = name + ".checkpoint.safetensors";
  check(!options.resume || store->has(checkpoint), "[", store->place(checkpoint),
        "] there is no checkpoint to resume: start without --resume.");
  task = make_task(entry, places);
  Trainer::Keep keep{store.get(), checkpoint, run_identity(recipe, task->identity(), options)};
  keep.as_now = identity_as_now;
  trainer = std::make_unique<Trainer>(task->stepping(), std::move(keep));
  if (options.resume) trainer->resume();
  const Position here = trainer->position();
  first_epoch = here.epoch;
  first_done = here.epoch + (options.resume ? share_of_epoch(here) : 0);
  first_tokens = here.tokens;
  report_progress(here.epoch);
  progress.epoch = here.epoch;
}

std::unique_ptr<SteppingTask> TrainingRun::Impl::make_task(const TaskEntry& entry,
                                                           const TrainPlaces& places) {
  const TaskData data = data_of(options, places, recipe, entry.network);
  options.data = data.paths;
  TaskInput input{recipe, data};
  input.measure_train = options.measure_train;
  input.threads = threads.get();
  input.progress = options.preparing;
  if (!places.store) input.scratch = store->place(name);
  std::optional<FolderToTrain> from;
  if (!options.from.empty()) {
    from.emplace(places.from.empty() ? library_files_in(options.from)
                                     : library_files_of(options.from, places.from));
    input.text = from->text();
    input.max_tokens = from->max_tokens();
    if (const auto most = require<int64_t>(recipe.json["text"], "max_tokens", recipe.name); most > 0)
      input.max_tokens = std::min(input.max_tokens, most);
  }
  std::unique_ptr<Task> made = entry.make(input);
  if (!entry.network) return std::unique_ptr<SteppingTask>(dynamic_cast<SteppingTask*>(made.release()));
  std::unique_ptr<NetworkTask> learned(dynamic_cast<NetworkTask*>(made.release()));
  TrainingOptions settings = training_options(recipe);
  settings.measure_train = options.measure_train;
  auto trainee = from ? from->network(recipe, *learned) : new_network(recipe, *learned);
  if (places.memory > 0)
    check_room(trainee->network().parameters(), settings,
               most_parts(*learned, trainee->network(), device, settings), from ? from->bytes() : 0,
               places.memory);
  auto training =
      std::make_unique<NetworkTraining>(recipe, std::move(learned), std::move(trainee), device, settings,
                                        card_facts(options, places, recipe), places.ranks);
  network = training.get();
  return training;
}

void TrainingRun::Impl::report_progress(int epoch_before) {
  const Position here = trainer->position();
  const double seconds = trainer->seconds();
  progress.counts = here.counts;
  progress.remark = here.remark;
  progress.epoch_ended = here.epoch > epoch_before;
  progress.epoch = epoch_before + 1;
  progress.epochs = here.epochs;
  progress.step = here.step;
  progress.steps = here.epoch_steps;
  progress.loss = here.loss;
  progress.accuracy = here.accuracy;
  progress.step_loss = here.step_loss;
  progress.gradient_norm = here.gradient_norm;
  progress.rate = here.rate;
  progress.best_epoch = here.best_epoch;
  progress.train = task->stepping().train_report();
  progress.validation = task->stepping().validation_report();
  const double done = epoch_before + share_of_epoch(here) - first_done;
  progress.tokens_per_second = seconds > 0 ? (here.tokens - first_tokens) / seconds : 0;
  progress.seconds_left = done > 0 ? seconds / done * (here.epochs - first_done - done) : 0;
}

TrainingRun::TrainingRun(const TrainOptions& options, const TrainPlaces& places)
    : impl_(std::make_unique<Impl>(options, places)) {}
TrainingRun::~TrainingRun() = default;

std::string TrainingRun::description() const {
  std::string on = impl_->network != nullptr ? " on " + impl_->device.description : "";
  if (impl_->ranks > 1) on += ", " + std::to_string(impl_->ranks) + " ranks";
  const std::string resumed = "Resumed after epoch " + std::to_string(impl_->first_epoch) + "\n";
  return "Recipe " + impl_->recipe.name + on + "\n" + impl_->task->description() +
         (impl_->first_epoch > 0 ? resumed : "");
}

std::string with_warnings(const TrainingRun& run) {
  std::string said;
  for (const std::string& warning : run.warnings()) said += "warning: " + warning + "\n";
  return said + run.description();
}

nlohmann::json TrainingRun::settings() const {
  nlohmann::json all = impl_->recipe.json;
  all["name"] = impl_->recipe.name;
  return all;
}

nlohmann::json TrainingRun::data_identity() const {
  return impl_->task->identity();
}

std::vector<std::string> TrainingRun::data_paths() const {
  return impl_->options.data;
}

const std::string& TrainingRun::out() const {
  return impl_->out;
}

std::vector<std::string> TrainingRun::warnings() const {
  std::vector<std::string> all = impl_->warnings;
  const std::vector<std::string> of_task = impl_->task->warnings();
  all.insert(all.end(), of_task.begin(), of_task.end());
  return all;
}

bool TrainingRun::step() {
  const int epoch = impl_->trainer->position().epoch;
  const bool more = impl_->trainer->run({1, 0}) == RunState::kRunning;
  impl_->report_progress(epoch);
  if (impl_->progress.epoch_ended && impl_->network != nullptr)
    check_converges(impl_->progress, impl_->recipe);
  return more;
}

bool TrainingRun::keep() {
  if (!impl_->task->stepping().resumable()) return false;
  impl_->trainer->keep();
  return true;
}

const Progress& TrainingRun::progress() const {
  return impl_->progress;
}

void TrainingRun::watch_weights(bool on) {
  check(impl_->network != nullptr, "[train] this recipe trains no network: it has no weights to watch.");
  impl_->network->watch_weights(on);
}

nlohmann::json TrainingRun::weights() const {
  nlohmann::json all = nlohmann::json::array();
  for (const WeightReport& one : impl_->network->weights())
    all.push_back({{"name", one.name}, {"weight", one.weight}, {"gradient", one.gradient}});
  return all;
}

void TrainingRun::scale_rate(double factor) {
  check(impl_->network != nullptr, "[train] this recipe trains no network: it has no learning rate.");
  impl_->network->scale_rate(factor);
}

Model TrainingRun::snapshot() {
  check(impl_->network != nullptr, "[train] this recipe trains no network: there is no model to look at.");
  return impl_->network->snapshot();
}

nlohmann::json TrainingRun::finish() {
  const Position here = impl_->trainer->position();
  const double seconds = impl_->trainer->seconds();
  const int epochs = std::max(1, here.epoch - impl_->first_epoch);
  nlohmann::json result{{"before", nullptr},
                        {"train", nullptr},
                        {"validation", nullptr},
                        {"test", nullptr},
                        {"seconds", seconds},
                        {"epochs", here.epoch},
                        {"seconds_per_epoch", seconds / epochs}};
  if (here.best_epoch > 0) {
    result["best_epoch"] = here.best_epoch;
    result["stopped_early"] = here.ended && here.epoch < here.epochs;
  }
  const TaskResult made = impl_->task->finish(result, fs::path(impl_->out).filename().string());
  impl_->store->write_folder(impl_->name, made.files);
  if (here.ended) {
    impl_->trainer->forget();
    impl_->task->discard();
  }
  impl_->folder.reset();
  result.update(made.figures);
  return result;
}

std::string TrainingRun::report() const {
  return impl_->task->report();
}

}  // namespace heed::session

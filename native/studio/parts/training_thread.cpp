#include "native/studio/parts/training_thread.h"

#include "engine/session/tuning/search.h"
#include "native/studio/parts/past_runs.h"

#if defined(__linux__)
#include <sys/resource.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <exception>

namespace heed::studio {
namespace {

constexpr int64_t kSnapshotBytes = int64_t{256} << 20;

// Drawing goes first where both want the processor. On Linux a thread's niceness is its own.
void give_way() {
#if defined(__linux__)
  [[maybe_unused]] const int ignored = ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 5);
#endif
}

Epoch epoch_of(const session::Progress& p) {
  Epoch epoch;
  epoch.epoch = p.epoch;
  epoch.train_loss = p.loss;
  epoch.train_accuracy = p.accuracy;
  epoch.gradient_norm = p.gradient_norm;
  epoch.rate = p.rate;
  epoch.tokens_per_second = p.tokens_per_second;
  epoch.on_validation = p.validation.is_object();
  const nlohmann::json& measured = epoch.on_validation ? p.validation : p.train;
  if (measured.is_object()) epoch.confusion = measured["confusion"].get<std::vector<std::vector<int64_t>>>();
  if (epoch.on_validation) {
    epoch.validation_loss = p.validation.value("loss", 0.0);
    epoch.validation_accuracy = p.validation.value("accuracy", 0.0);
    if (p.validation.contains("n")) epoch.validation_n = p.validation["n"].get<int64_t>();
  }
  return epoch;
}

}  // namespace

TrainingThread::TrainingThread(std::shared_ptr<Run> run, Mailbox& mailbox, std::function<void()> changed)
    : run_(std::move(run)),
      options_(run_->options),
      run_trial_(run_->trial),
      mailbox_(mailbox),
      changed_(std::move(changed)) {
  run_->state = RunState::kPreparing;
  thread_ = std::thread([this] { work(); });
}

TrainingThread::~TrainingThread() {
  order(Order::kLeave);
  thread_.join();
}

void TrainingThread::order(Order order) {
  {
    const std::lock_guard lock(mutex_);
    if (order_ == Order::kLeave || (order_ == Order::kStop && order != Order::kLeave)) return;
    order_ = order;
  }
  ordered_.notify_all();
}

void TrainingThread::say(std::function<void(Run&)> change, bool urgent) {
  mailbox_.post(
      [run = run_, change = std::move(change), changed = changed_] {
        change(*run);
        changed();
      },
      urgent);
}

// Nobody reads more than this many figures a second; drawing them would take time from training.
bool TrainingThread::due() {
  const auto now = std::chrono::steady_clock::now();
  if (now - reported_ < std::chrono::milliseconds(33)) return false;
  reported_ = now;
  return true;
}

void TrainingThread::prepare(const std::string& work, int64_t done, int64_t total) {
  {
    const std::lock_guard lock(mutex_);
    if (order_ == Order::kStop || order_ == Order::kLeave) throw Left{};
  }
  if (!due()) return;
  const int64_t percent = 100 * done / std::max<int64_t>(total, 1);
  say([words = work + ", " + std::to_string(percent) + " %"](Run& run) { run.preparing = words; });
}

void TrainingThread::work() {
  give_way();
  options_.preparing = [this](const std::string& work, int64_t done, int64_t total, const char*) {
    prepare(work, done, total);
  };
  try {
    session::TrainingRun training(options_, run_trial_ ? session::places_of_trial() : session::TrainPlaces{});
    const std::string store = session::default_runs_folder();
    session::RunRecord record(store, options_, training);
    std::vector<Epoch> past;
    if (options_.resume) past = past_epochs(store, options_.out);
    auto model = std::make_shared<const session::Model>(training.snapshot());
    const std::string kept = record.id().empty() ? "" : store + "/" + record.id();
    say([text = session::with_warnings(training), kept, settings = training.settings(),
         progress = training.progress(), model, past](Run& run) {
      run.description = text;
      run.settings = settings;
      run.record = kept;
      run.progress = progress;
      run.labels = model->info().classes;
      if (run.epochs.empty()) run.epochs = past;  // of an earlier start
      // A resumed run goes on behind its checkpoint; what came after that is trained again.
      std::erase_if(run.epochs, [&](const Epoch& epoch) { return epoch.epoch > progress.epoch; });
      std::erase_if(run.snapshots, [&](const Snapshot& old) { return old.epoch >= progress.epoch; });
      run.snapshots.push_back({progress.epoch, model});
      run.state = RunState::kTraining;
    });
    train(training, record);
  } catch (const Left&) {
    say([](Run& run) { run.state = RunState::kStopped; });
  } catch (const std::exception& error) {
    say([message = std::string(error.what())](Run& run) {
      run.problem = message;
      run.state = RunState::kFailed;
    });
  }
}

void TrainingThread::train(session::TrainingRun& training, session::RunRecord& record) {
  bool more = true;
  while (more && may_step()) {
    more = training.step();
    record.step(training.progress());
    report_step(training.progress());
    if (training.progress().epoch_ended) report_epoch(training);
  }
  {
    const std::lock_guard lock(mutex_);
    if (order_ == Order::kLeave) return record.stop();
  }
  say([](Run& run) { run.state = RunState::kFinishing; });
  nlohmann::json result = training.finish();
  record.end(result, !more);
  say([result = std::move(result), more](Run& run) {
    run.result = result;
    run.state = more ? RunState::kStopped : RunState::kDone;
  });
}

bool TrainingThread::may_step() {
  std::unique_lock lock(mutex_);
  if (order_ == Order::kPause) {
    say([](Run& run) { run.state = RunState::kPaused; });
    ordered_.wait(lock, [&] { return order_ != Order::kPause; });
    if (order_ == Order::kGo || order_ == Order::kEpoch)
      say([](Run& run) { run.state = RunState::kTraining; });
  }
  return order_ == Order::kGo || order_ == Order::kEpoch;
}

void TrainingThread::report_step(const session::Progress& progress) {
  if (!progress.epoch_ended && unread_->exchange(true)) return;  // the last one will do
  say(
      [progress, unread = unread_](Run& run) {
        *unread = false;
        run.progress = progress;
        run.best_epoch = progress.best_epoch;
        if (progress.steps > 0)
          add_step(run, {progress.epoch - 1 +
                             static_cast<double>(progress.step) / static_cast<double>(progress.steps),
                         progress.step_loss});
      },
      due());
}

void TrainingThread::report_epoch(session::TrainingRun& training) {
  {
    const std::lock_guard lock(mutex_);
    if (order_ == Order::kEpoch) order_ = Order::kPause;
  }
  auto model = std::make_shared<const session::Model>(training.snapshot());
  say(
      [epoch = epoch_of(training.progress()), model](Run& run) {
        run.epochs.push_back(epoch);
        if (run.trial) run.snapshots.clear();  // there are many of them
        run.snapshots.push_back({epoch.epoch, model});
        thin_out(run.snapshots, kSnapshotBytes);
      },
      due());
}

}  // namespace heed::studio

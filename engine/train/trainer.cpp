#include "engine/train/trainer.h"

#include <algorithm>
#include <set>

#include "engine/base/clock.h"
#include "engine/format/json.h"

namespace heed {
namespace {

constexpr double kShareOfTime = 20;  // writing gets one part in so many

// "training.batch_size was 8 and is 4, seed was 1 and is as usual": of two runs that are objects, of which
// what is usual is left out.
std::string differences(const std::string& before, const std::string& now) {
  const auto flat = [](const std::string& run) {
    const nlohmann::json parsed = json_or_discarded(run);
    return parsed.is_object() ? parsed.flatten() : nlohmann::json{{"/run", run}};
  };
  const nlohmann::json was = flat(before), is = flat(now);
  constexpr size_t kLongest = 80;
  const auto value = [](const nlohmann::json& run, const std::string& key) {
    const auto found = run.find(key);
    std::string text = found == run.end() ? "as usual" : found->dump();
    return text.size() > kLongest ? text.substr(0, kLongest) + "…" : text;
  };
  std::set<std::string> keys;
  for (const nlohmann::json* run : {&was, &is})
    for (const auto& [key, ignored] : run->items()) keys.insert(key);
  std::string said;
  for (const std::string& key : keys) {
    if (was.contains(key) && is.contains(key) && was[key] == is[key]) continue;
    std::string name = key.substr(1);
    std::replace(name.begin(), name.end(), '/', '.');
    said += (said.empty() ? "" : ", ") + name + " was " + value(was, key) + " and is " + value(is, key);
  }
  return said;
}

}  // namespace

Trainer::Trainer(Stepping& steps, Keep keep) : steps_(&steps), keep_(std::move(keep)) {}

Trainer::Trainer(const NetworkTask& task, Network& network, const Device& device,
                 const TrainingOptions& options, Keep keep)
    : own_steps_(std::make_unique<GradientSteps>(task, network, device, options)),
      steps_(own_steps_.get()),
      keep_(std::move(keep)) {}

RunState Trainer::state() const {
  return steps_->position().ended ? RunState::kEnded : order_.load();
}

RunState Trainer::run(Budget budget) {
  const Clock::time_point start = Clock::now();
  for (int64_t done = 0; state() == RunState::kRunning; ++done) {
    if (done > 0 && ((budget.steps > 0 && done >= budget.steps) ||
                     (budget.seconds > 0 && seconds_since(start) >= budget.seconds)))
      break;
    const int epoch = steps_->position().epoch;
    const Clock::time_point begun = Clock::now();
    const bool more = steps_->step();
    seconds_ += seconds_since(begun);
    const bool epoch_ended = steps_->position().epoch > epoch;
    keep_if_due(epoch_ended);
    tell(TrainerEvent::kStep);
    if (epoch_ended) tell(TrainerEvent::kEpochEnded);
    if (!more) tell(TrainerEvent::kEnded);
  }
  return state();
}

void Trainer::tell(TrainerEvent event) const {
  if (listener_) listener_(event);
}

// Waiting for the disk can take longer than an epoch, so that gets a twentieth of the time; so does writing
// within an epoch.
void Trainer::keep_if_due(bool epoch_ended) {
  if (keep_.store == nullptr || !steps_->resumable()) return;
  const double wait = std::max(keep_.every_seconds, kShareOfTime * cost_);
  if (!epoch_ended && kept_ >= 0 && seconds_ - kept_ < wait) return;
  const bool durable = seconds_ - kept_durably_ >= kShareOfTime * durable_cost_;
  keep(durable ? Durable::kYes : Durable::kNo);
}

void Trainer::keep(Durable durable) {
  check(keep_.store != nullptr, "[train] the run has no store to be kept in.");
  const Clock::time_point start = Clock::now();
  keep_.store->write(keep_.name, write_checkpoint(steps_->save(), keep_.run).parts(), durable);
  cost_ = seconds_since(start);
  kept_ = seconds_ += cost_;
  if (durable == Durable::kYes) {
    kept_durably_ = seconds_;
    durable_cost_ = cost_;
  }
  tell(TrainerEvent::kCheckpoint);
}

void Trainer::resume() {
  const std::string file = keep_.store == nullptr ? keep_.name : keep_.store->place(keep_.name);
  check(steps_->resumable(), "[", file,
        "] there is no checkpoint to resume: it takes seconds, so start without --resume.");
  check(keep_.store != nullptr && keep_.store->has(keep_.name), "[", file,
        "] there is no checkpoint to resume: start without --resume.");
  steps_->resume(read_checkpoint(keep_.store->read(keep_.name), keep_.run, file, keep_.as_now), file);
  kept_ = 0;
}

void Trainer::forget() {
  if (keep_.store != nullptr) keep_.store->remove(keep_.name);
}

SafeTensorsFile write_checkpoint(const Checkpoint& checkpoint, const std::string& run) {
  return {checkpoint.tensors, {{"state", checkpoint.state.dump()}, {"run", run}}};
}

Checkpoint read_checkpoint(std::string bytes, const std::string& run, const std::string& file,
                           std::string (*as_now)(const std::string& run)) {
  SafeTensors saved = take_safetensors(std::move(bytes), file);
  const auto text = saved.metadata.find("state");
  check(text != saved.metadata.end(), "[", file, "] holds no state of a training run.");
  const auto found = saved.metadata.find("run");
  const std::string saved_run = found == saved.metadata.end() ? "unknown" : found->second;
  const std::string saved_now = as_now != nullptr && saved_run != run ? as_now(saved_run) : saved_run;
  check(saved_now == run, "[", file, "] is the checkpoint of another run: ", differences(saved_now, run),
        ". Start again without --resume, or with what that run had.");
  return {std::move(saved.tensors), parse_json_object(text->second, file)};
}

}  // namespace heed

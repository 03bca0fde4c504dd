#include "native/studio/parts/watch.h"

namespace heed::studio {

void Watch::follow(const std::shared_ptr<Run>& run, int epoch) {
  run_ = run;
  epoch_ = epoch;
  if (epoch < 0 && !run->folder().empty()) {
    if (explorer_.folder() != run->folder()) open(run->folder());
    return;
  }
  if (run->snapshots.empty()) return;
  const Snapshot* best = &run->snapshots.back();
  for (const Snapshot& snapshot : run->snapshots)
    if (epoch >= 0 && snapshot.epoch <= epoch) best = &snapshot;
  if (explorer_.model() == best->model) return;
  used_ = best->model;
  used_of_ = run;
  used_epoch_ = best->epoch;
  explorer_.use(best->model, run->name + " after epoch " + std::to_string(best->epoch));
}

bool Watch::is_finished() const {
  return measured() && !explorer_.folder().empty() && explorer_.folder() == measured()->folder();
}

int Watch::explored_epoch() const {
  const std::shared_ptr<Run>& run = measured();
  if (!run) return -1;
  // A run may be stopped within an epoch, which has no figures.
  const int ended = run->epochs.empty() ? run->progress.epoch : run->epochs.back().epoch;
  if (is_finished()) return run->best_epoch > 0 ? run->best_epoch : ended;
  return used_of_ == run && used_ == explorer_.model() ? used_epoch_ : -1;
}

bool Watch::can_show() const {
  return measured() && (!measured()->folder().empty() || !measured()->snapshots.empty());
}

void Watch::begin(const std::shared_ptr<Run>& run) {
  selected = run_ = run;
  epoch_ = -1;
}

}  // namespace heed::studio

#include "native/studio/parts/watch.h"

namespace heed::studio {

void Watch::follow(const std::shared_ptr<Run>& run, int epoch) {
  run_ = run;
  epoch_ = epoch;
  if (run->snapshots.empty()) return;
  const Snapshot* best = &run->snapshots.back();
  for (const Snapshot& snapshot : run->snapshots)
    if (epoch >= 0 && snapshot.epoch <= epoch) best = &snapshot;
  if (explorer_.model() == best->model) return;
  explorer_.use(best->model, run->name + " after epoch " + std::to_string(best->epoch));
}

void Watch::begin(const std::shared_ptr<Run>& run) {
  selected = run_ = run;
  epoch_ = -1;
}

}  // namespace heed::studio

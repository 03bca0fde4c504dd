#include "native/studio/parts/run.h"

namespace heed::studio {

const char* name_of(RunState state) {
  switch (state) {
    case RunState::kQueued:
      return "waiting";
    case RunState::kPreparing:
      return "preparing";
    case RunState::kTraining:
      return "training";
    case RunState::kPaused:
      return "paused";
    case RunState::kFinishing:
      return "measuring and saving";
    case RunState::kDone:
      return "done";
    case RunState::kStopped:
      return "stopped";
    case RunState::kFailed:
      return "failed";
  }
  return "";
}

// Every second of the older ones goes where there are more than a chart has pixels.
void add_step(Run& run, const StepLoss& step) {
  constexpr size_t kMostSteps = 4000;
  run.steps.push_back(step);
  if (run.steps.size() <= kMostSteps) return;
  std::vector<StepLoss> kept;
  for (size_t i = 0; i < run.steps.size(); ++i)
    if (i % 2 == 0 || i + 1 == run.steps.size()) kept.push_back(run.steps[i]);
  run.steps = std::move(kept);
}

void thin_out(std::vector<Snapshot>& snapshots, int64_t bytes) {
  while (snapshots.size() > 2) {
    const int64_t each = 4 * snapshots.back().model->info().parameters + (1 << 16);
    if (each * static_cast<int64_t>(snapshots.size()) <= bytes) return;
    std::vector<Snapshot> kept;
    for (size_t i = 0; i < snapshots.size(); ++i)
      if (i % 2 == 0 || i + 1 == snapshots.size()) kept.push_back(std::move(snapshots[i]));
    if (kept.size() == snapshots.size()) return;
    snapshots = std::move(kept);
  }
}

}  // namespace heed::studio

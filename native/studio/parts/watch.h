// Which run is looked at: whose model is explored and after which epoch, whose figures are shown, and how the
// curves are drawn.
#pragma once

#include <memory>
#include <string>

#include "native/studio/parts/explorer.h"
#include "native/studio/parts/run.h"
#include "native/studio/views/line_chart.h"

namespace heed::studio {

// How the curves are drawn.
struct CurveLook {
  ChartRange range;
  bool logarithmic = false;  // the loss
  bool steps = false;        // that of each step, too
  double smoothing = 0;
  SavedAs saved{"curves.csv", ""};
};

class Watch {
 public:
  explicit Watch(Explorer& explorer) : explorer_(explorer) {}

  // The model after that epoch; -1: the last one there is, and the newer ones as they come.
  void follow(const std::shared_ptr<Run>& run, int epoch);
  void begin(const std::shared_ptr<Run>& run);  // one that has just been queued
  // The explored model is another one from now on.
  void leave() { run_.reset(); }

  const std::shared_ptr<Run>& run() const { return run_; }  // null: the explored model is no run's
  int epoch() const { return epoch_; }
  // Whose confusion matrix is shown: the run that is followed, else the selected one; may be null.
  const std::shared_ptr<Run>& measured() const { return run_ ? run_ : selected; }

  std::shared_ptr<Run> selected;  // whose figures are shown
  CurveLook curves;

 private:
  Explorer& explorer_;
  std::shared_ptr<Run> run_;
  int epoch_ = -1;
};

}  // namespace heed::studio

// Which run is looked at: whose model is explored and after which epoch, whose figures are shown, and how the
// curves are drawn.
#pragma once

#include <functional>
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

  // Opens the folder of a finished model.
  std::function<void(const std::string& folder)> open;

  // The model after that epoch; -1: the finished one, or else the last there is and the newer ones as they
  // come.
  void follow(const std::shared_ptr<Run>& run, int epoch);
  void begin(const std::shared_ptr<Run>& run);  // one that has just been queued
  // The explored model is another one from now on.
  void leave() { run_.reset(); }

  const std::shared_ptr<Run>& run() const { return run_; }  // null: the explored model is no run's
  int epoch() const { return epoch_; }
  // Whether the explored model is one of the measured run, and after which epoch it was that. -1: it is none
  // of its models. A finished model is that of the best epoch where there is one.
  bool is_explored() const { return explored_epoch() >= 0; }
  int explored_epoch() const;
  bool is_finished() const;  // the explored model, as the measured run wrote it
  bool can_show() const;     // the measured run has a model
  // The run whose confusion matrix is shown: the one that is followed, else the selected one; may be null.
  const std::shared_ptr<Run>& measured() const { return run_ ? run_ : selected; }

  std::shared_ptr<Run> selected;  // its figures are shown
  CurveLook curves;

 private:
  Explorer& explorer_;
  std::shared_ptr<Run> run_;
  int epoch_ = -1;
  std::shared_ptr<const session::Model> used_;  // the last that was taken from a run
  std::shared_ptr<const Run> used_of_;
  int used_epoch_ = 0;
};

}  // namespace heed::studio

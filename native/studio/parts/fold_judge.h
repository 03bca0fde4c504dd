// Rows judged by models that never saw them: the recipe is trained once for each fold of the file, on the
// others, in the background.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "engine/session/tuning/out_of_fold.h"
#include "native/studio/parts/data_table.h"
#include "native/studio/parts/jobs.h"

namespace heed::studio {

class FoldJudge {
 public:
  FoldJudge(DataTable& table, Mailbox& mailbox) : table_(table), mailbox_(mailbox), jobs_(mailbox) {}
  ~FoldJudge() { cancelled_ = true; }

  // `options` name the recipe and the table's file; what is judged comes to the table.
  void begin(session::TrainOptions options);
  void cancel() { cancelled_ = true; }
  bool going() const { return going_; }
  // "fold 2 of 5, epoch 3 of 12", and how far all of it is.
  const std::string& at() const { return at_; }
  double share() const { return share_; }
  double seconds_left() const;  // at the rate so far

  std::string problem, note;

 private:
  DataTable& table_;
  Mailbox& mailbox_;
  std::atomic<bool> cancelled_ = false;
  bool going_ = false;
  std::string at_;
  double share_ = 0;
  std::chrono::steady_clock::time_point began_;
  Jobs jobs_;  // last: its thread uses the others
};

}  // namespace heed::studio

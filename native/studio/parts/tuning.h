// A search over settings: a queue of runs that fills itself. When one of its runs has ended, the next is
// queued, until every choice has had its runs. It is kept in a file, so that it goes on after the window was
// closed.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/tuning/search.h"
#include "native/studio/form.h"
#include "native/studio/parts/run_queue.h"

namespace heed::studio {

// A setting and what it is tried with, as they are typed: "1e-4..1e-2", "0.1, 0.3".
struct Tried {
  std::string key, values;
};

class Tuning {
 public:
  explicit Tuning(RunQueue& runs) : runs_(runs) {}

  // With what is typed, over the settings and the data of the form.
  void begin(const Form& form);
  void stop();  // the run that trains is ended; what is done is kept
  // What is kept of a search that was not over, and back again; null: none was under way.
  nlohmann::json kept() const;
  void recall(const nlohmann::json& kept);
  void go_on();                                   // with the one that was recalled or stopped
  void forget();                                  // it
  void changed(const std::shared_ptr<Run>& run);  // whenever a run has news

  bool going() const { return current_ != nullptr; }
  bool waits() const { return search_ && !current_ && search_->next().has_value(); }  // to be gone on with
  const session::Search* search() const { return search_ ? &*search_ : nullptr; }
  const std::vector<session::TrialResult>& results() const { return results_; }  // best first

  std::vector<Tried> over{{"training.optimizer.rate", "1e-4..1e-2"}};
  int64_t trials = 10, folds = 0, seeds = 1;  // folds 0: the recipe's validation part
  size_t method = 0;                          // of methods()
  std::string problem;

  static const std::vector<std::string>& methods();

 private:
  void queue_next();
  void took(const Run& run);
  void make(const session::TrainOptions& train, const session::SearchOptions& options);

  RunQueue& runs_;
  session::TrainOptions train_;  // what all runs have in common
  session::SearchOptions options_;
  std::optional<session::Search> search_;
  std::vector<session::TrialResult> results_;
  std::string file_;
  session::SearchRun asked_;
  std::shared_ptr<Run> current_;
};

}  // namespace heed::studio

// A search over the settings of a recipe: which runs it consists of, what came of them, and which choice is
// best. It trains nothing itself: whoever does asks for the next run and says what came of it. All it knows
// is what has been done, so that a search that was ended goes on from its file.
//
//   random    every choice is trained in full, on each fold and seed
//   halving   all choices are trained for a few epochs, the better third of them for three times as many, and
//             so on to the recipe's number (successive halving: Jamieson & Talwalkar 2016)
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/training/training.h"

namespace heed::session {

struct SearchOptions {
  std::string recipe;
  std::string over;  // see space.h
  int trials = 20;
  int folds = 0;  // of cross-validation; 0: the recipe's validation part
  int seeds = 1;  // each choice is trained with so many
  std::string method = "random";
  std::string metric;  // of the validation part; empty: "accuracy", or "loss" where there is none
  uint64_t seed = 0;   // of the choices
  int epochs = 0;      // of the recipe
  nlohmann::json given =
      nullptr;  // what all runs have in common: a search that goes on is asked with the same
};

// One training of one choice.
struct SearchRun {
  int trial = 0;
  int epochs = 0;
  int fold = 0, seed = 0;
  std::vector<std::string> set;  // "KEY=VALUE": the choice, and what makes it this run

  bool operator==(const SearchRun& other) const {
    return trial == other.trial && epochs == other.epochs && fold == other.fold && seed == other.seed;
  }
};

// A choice, of the longest runs that it has had.
struct TrialResult {
  int trial = 0;
  std::vector<std::string> set;
  int epochs = 0;
  std::vector<double> figures;  // of its folds and seeds
  int64_t n = 0;                // validation examples of all folds together; 0: not known
  double mean = 0, deviation = 0;
  bool whole = false;   // all of its runs are done
  std::string problem;  // why one of them failed
};

class Search {
 public:
  explicit Search(const SearchOptions& options);
  // Goes on from what a file says that was done. Error where it was another search, with where they differ.
  void read(const std::string& file);
  void write(const std::string& file) const;

  std::optional<SearchRun> next() const;  // none: the search is over
  // `figures` is what TrainingRun::finish returns. Error for one that does not have the metric, which says
  // what it has.
  void took(const SearchRun& run, const nlohmann::json& figures);
  void failed(const SearchRun& run, const std::string& why);

  int64_t done() const { return static_cast<int64_t>(done_.size()); }
  bool has_figures() const;  // some run succeeded
  int64_t runs() const;      // of the whole search
  const std::string& metric() const { return metric_; }
  bool lower_is_better() const;
  // Best first: those that were trained longest, by mean.
  std::vector<TrialResult> results() const;
  const std::vector<std::string>& choice(int trial) const { return choices_[static_cast<size_t>(trial)]; }

 private:
  struct Done {
    SearchRun run;
    std::optional<double> figure;
    std::string problem;
    int64_t n = 0;  // validation examples; 0: not known
  };
  struct Rung {
    int epochs = 0;
    int64_t trials = 0;
  };
  const Done* find(const SearchRun& run) const;
  std::vector<SearchRun> runs_of(int trial, int epochs) const;
  TrialResult result_of(int trial, int epochs) const;
  // The trials of a rung; empty while the one before is not over.
  std::vector<int> entered(size_t rung) const;
  bool better(const TrialResult& a, const TrialResult& b) const;

  SearchOptions options_;
  std::string metric_;
  std::vector<std::vector<std::string>> choices_;
  std::vector<Rung> rungs_;
  std::vector<Done> done_;
};

// What TrainOptions::out says of a trial: a name in that place, and in the run store.
inline constexpr const char* kTrialOut = "trial";
// Where a trial keeps its model and its checkpoints: in memory, since what a search is for is figures.
TrainPlaces places_of_trial();

}  // namespace heed::session

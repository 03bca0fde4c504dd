// Which rows of a stream of tokens are read in which step: in stages, since the last epochs may have longer
// rows, with as many tokens a step.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/data/batches.h"
#include "engine/tasks/options.h"

namespace heed {

class RowPlan {
 public:
  RowPlan() = default;
  // `tokens` of the stream; `around` stand around each row besides. Error for rows longer than `longest`
  // (0: any), and where there is next to nothing to read.
  RowPlan(const TrainingOptions& options, int64_t tokens, int64_t around, int64_t longest);

  // The numbers of an epoch's rows; those of later stages stand behind those of the first.
  std::vector<Batch> batches(const TrainingOptions& options, int epoch) const;
  // The first token of a row, and how many.
  std::pair<int64_t, int64_t> row(int number) const;

  int64_t rows() const { return stages_.empty() ? 0 : stages_.front().rows; }
  int64_t longest() const;          // tokens of the longest row
  int64_t steps() const;            // of the whole run
  std::string description() const;  // for people

 private:
  struct Stage {
    int64_t length = 0;  // tokens of a row, with those around it
    int64_t rows = 0;
    size_t batch = 0;  // rows of a step
    int epochs = 0;
  };

  int64_t tokens_ = 0, around_ = 0, epoch_steps_ = 0;
  std::vector<Stage> stages_;
};

}  // namespace heed

#include "engine/tasks/options.h"

#include <cmath>

#include "engine/base/error.h"

namespace heed {

void TrainingOptions::validate(const std::string& file) const {
  check(epochs >= 0 && epochs <= 1000000, "[", file, "] epochs is ", epochs, ": expected 0 to 1000000.");
  check(batch_size >= 1, "[", file, "] batch_size is ", batch_size, ": expected 1 or more.");
  check(std::isfinite(rate) && rate >= 0, "[", file, "] the learning rate is ", rate,
        ": expected 0 or more.");
  check(clip >= 0, "[", file, "] clip is ", clip, ": expected 0 (no limit) or a positive norm.");
  check(label_smoothing >= 0 && label_smoothing <= 1, "[", file, "] label_smoothing is ", label_smoothing,
        ": expected 0 to 1.");
  check(word_dropout >= 0 && word_dropout < 1, "[", file, "] word_dropout is ", word_dropout,
        ": expected 0 or more and less than 1.");
  check(crops.share >= 0 && crops.share < 1 && crops.min >= 1 && crops.max >= crops.min, "[", file,
        "] crops of a share ", crops.share, ", ", crops.min, " to ", crops.max,
        " words: expected a share of 0 or more and less than 1, and 1 <= min <= max.");
  optimizer.validate(file);
  schedule.validate(file);
  const std::string& metric = early_stopping.metric;
  if (!metric.empty() && metric != "loss" && metric != "accuracy" && metric != "f1" && metric != "macro_f1")
    fail<UsageError>("[", file, "] early stopping by \"", metric,
                     "\": expected loss, accuracy, f1 or macro_f1.");
}

}  // namespace heed

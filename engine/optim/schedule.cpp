#include "engine/optim/schedule.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"

namespace heed {

void ScheduleOptions::validate(const std::string& file) const {
  if (name != "constant" && name != "linear" && name != "cosine" && name != "step" && name != "plateau")
    fail<UsageError>("[", file, "] the schedule \"", name,
                     "\" is unknown: expected constant, linear, cosine, step or plateau.");
  check(warmup_epochs >= 0 && minimum >= 0, "[", file, "] the schedule has warmup_epochs ", warmup_epochs,
        " and minimum ", minimum, ": expected 0 or more.");
  check(factor > 0 && factor < 1, "[", file, "] the schedule's factor is ", factor,
        ": expected more than 0 and less than 1.");
  check(every >= 1 && patience >= 0 && cooldown >= 0 && threshold >= 0, "[", file,
        "] the schedule has every ", every, ", patience ", patience, ", cooldown ", cooldown, ", threshold ",
        threshold, ": expected every 1 or more, the others 0 or more.");
}

double Schedule::at(int64_t step) const {
  const auto warmup = static_cast<int64_t>(options.warmup_epochs * static_cast<double>(steps_per_epoch));
  if (step < warmup)
    return rate * static_cast<double>(step + (options.warmup_from_zero ? 0 : 1)) /
           static_cast<double>(warmup);
  const double left = static_cast<double>(std::max<int64_t>(1, steps - warmup));
  const double done = std::min(1.0, static_cast<double>(step - warmup) / left);
  const double lowest = std::min(rate, options.minimum);
  if (options.name == "linear") return lowest + (rate - lowest) * (1 - done);
  if (options.name == "cosine") return lowest + (rate - lowest) * 0.5 * (1 + std::cos(M_PI * done));
  if (options.name == "step")
    return rate * std::pow(options.factor, static_cast<double>(step / steps_per_epoch / options.every));
  return rate;
}

}  // namespace heed

#include "engine/optim/schedule.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/format/fields_json.h"
#include "engine/optim/fields.h"

namespace heed {

void ScheduleOptions::validate(const std::string& file) const {
  check_fields(schedule_fields(), this, file);
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
  if (options.name == "trapezoid") {
    const double fall = std::max(1.0, options.fall_epochs * static_cast<double>(steps_per_epoch));
    return lowest + (rate - lowest) * std::min(1.0, static_cast<double>(steps - step) / fall);
  }
  if (options.name == "step") {
    const int64_t falls = step / steps_per_epoch / options.every;
    return rate * std::pow(options.factor, static_cast<double>(falls));
  }
  return rate;
}

}  // namespace heed

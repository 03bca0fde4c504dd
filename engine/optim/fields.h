// The settings of optimizer and schedule, described: what recipes, --set, --help and forms know of them.
#pragma once

#include "engine/base/fields.h"
#include "engine/optim/optimizer.h"
#include "engine/optim/schedule.h"

namespace heed {

const Fields<OptimizerOptions>& optimizer_fields();  // without `average`, which is no part of the rule
const Fields<ScheduleOptions>& schedule_fields();

}  // namespace heed

// What the page's training module is asked, and what it trains.
#include "engine/contents/lists.h"
#include "engine/tasks/classification.h"

namespace heed {

std::span<const session::Command* const> session::commands() {
  static constexpr auto kAll = contents::joined(contents::kReading, contents::kTraining);
  return kAll;
}

std::span<const TaskEntry* const> tasks() {
  static constexpr const TaskEntry* kAll[] = {&kClassification};
  return kAll;
}

}  // namespace heed

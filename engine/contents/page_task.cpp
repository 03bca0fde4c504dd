// What the page trains: classifiers.
#include "engine/tasks/classification.h"

namespace heed {

std::span<const TaskEntry* const> tasks() {
  static constexpr const TaskEntry* kAll[] = {&kClassification};
  return kAll;
}

}  // namespace heed

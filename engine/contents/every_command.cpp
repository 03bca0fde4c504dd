// All that can be asked.
#include "engine/contents/lists.h"

namespace heed {

std::span<const session::Command* const> session::commands() {
  static constexpr auto kAll = contents::joined(contents::kReading, contents::kTraining, contents::kWriting);
  return kAll;
}

}  // namespace heed

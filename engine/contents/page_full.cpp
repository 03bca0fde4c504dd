// What the page's module that reads is asked: it neither trains nor writes.
#include "engine/contents/lists.h"

namespace heed {

std::span<const session::Command* const> session::commands() {
  return contents::kReading;
}

}  // namespace heed

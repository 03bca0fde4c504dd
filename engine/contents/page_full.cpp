// What the page's whole module is asked: all but to train and to write, which have modules of their own.
#include "engine/contents/lists.h"

namespace heed {

std::span<const session::Command* const> session::commands() {
  return contents::kReading;
}

}  // namespace heed

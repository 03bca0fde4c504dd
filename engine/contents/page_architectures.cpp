// Networks of the page's module that reads.
#include "engine/contents/lists.h"

namespace heed {

std::span<const Architecture* const> architectures() {
  return contents::kReaders;
}

}  // namespace heed

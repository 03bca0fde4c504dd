// Networks of the page's whole module and of the one that trains.
#include "engine/contents/lists.h"

namespace heed {

std::span<const Architecture* const> architectures() {
  return contents::kReaders;
}

}  // namespace heed

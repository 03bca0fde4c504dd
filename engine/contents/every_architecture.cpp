// Networks of the programs and the tests.
#include "engine/contents/lists.h"

namespace heed {

std::span<const Architecture* const> architectures() {
  static constexpr auto kAll =
      contents::joined(contents::kReaders, contents::kWriters, contents::kTranslators);
  return kAll;
}

}  // namespace heed

// What the model that ships attends by, and nothing else: the page's first module is linked with this file,
// so that the others are not in its download.
#include "engine/nn/mechanism.h"

namespace heed::nn {

std::span<const MechanismEntry> mechanism_table() {
  return {};
}

}  // namespace heed::nn

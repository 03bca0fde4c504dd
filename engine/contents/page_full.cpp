// What the page's module that reads is asked: it neither trains nor writes.
#include "engine/contents/lists.h"
#include "engine/kernels/cpu/tables.h"

namespace heed {

std::span<const session::Command* const> session::commands() {
  return contents::kReading;
}

}  // namespace heed

HEED_BEGIN_KERNELS

const Kernels& kernels() {
  static const Kernels table = reading_kernels();
  return table;
}

HEED_END_KERNELS

// What the page's whole module is asked: all but to train and to write, which have modules of their own.
#include "engine/contents/lists.h"
#include "engine/kernels/cpu/tables.h"

namespace heed {

std::span<const session::Command* const> session::commands() {
  return contents::kReading;
}

}  // namespace heed

HEED_BEGIN_KERNELS

// Of what writes, which has a module of its own.
RecurrentStepKernels recurrent_step_kernels() {
  return {};
}

HEED_END_KERNELS

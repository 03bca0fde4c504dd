// What the whole program is made of. A program that is to be smaller links a table of its own in place of
// this one: what stands in no table is not linked.
#include "engine/nn/mechanism_entry.h"

namespace heed::nn {

// In the order of lists.
extern const MechanismEntry kScaledDot, kDot, kTrainable, kGeneral, kConcat, kAdditive, kAdditivePositionwise,
    kMultiHead, kLocalM, kLocalP, kHard, kSparsemax;

std::span<const MechanismEntry* const> mechanism_table() {
  static constexpr const MechanismEntry* kTable[] = {
      &kScaledDot, &kDot,    &kTrainable, &kGeneral, &kConcat,    &kAdditive, &kAdditivePositionwise,
      &kMultiHead, &kLocalM, &kLocalP,    &kHard,    &kSparsemax,
  };
  return kTable;
}

}  // namespace heed::nn

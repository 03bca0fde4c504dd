// What the programs, the tests and the page's larger modules have in common: mechanisms, and what is read of
// models. Networks are in every_architecture.cpp and page_architectures.cpp, tasks in every_task.cpp and
// page_task.cpp.
#include "engine/nn/mechanism_entry.h"
#include "engine/session/models/readers.h"

namespace heed {

const session::ModelReaders& session::model_readers() {
  return kEveryReader;
}

}  // namespace heed

namespace heed::nn {

// In the order of lists.
extern const MechanismEntry kScaledDot, kDot, kTrainable, kGeneral, kConcat, kAdditive, kAdditivePositionwise,
    kMultiHead, kLocalM, kLocalP, kHard, kSparsemax, kEntmax15;

std::span<const MechanismEntry* const> mechanism_table() {
  static constexpr const MechanismEntry* kAll[] = {
      &kScaledDot, &kDot,    &kTrainable, &kGeneral, &kConcat,    &kAdditive, &kAdditivePositionwise,
      &kMultiHead, &kLocalM, &kLocalP,    &kHard,    &kSparsemax, &kEntmax15,
  };
  return kAll;
}

}  // namespace heed::nn

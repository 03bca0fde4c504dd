// What the programs, the tests and the page's whole module are made of, but for what they train:
// every_task.cpp.
#include "engine/models/bert.h"
#include "engine/models/modern_bert.h"
#include "engine/models/recurrent_classifier.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"
#include "engine/nn/mechanism_entry.h"
#include "engine/session/models/readers.h"

namespace heed {

extern const Architecture kAlbert;

std::span<const Architecture* const> architectures() {
  static constexpr const Architecture* kAll[] = {&kRecurrentClassifier,
                                                 &kRequestClassifier,
                                                 &kSentenceClassifier,
                                                 &kBert,
                                                 &kDistilBert,
                                                 &kRoberta,
                                                 &kElectra,
                                                 &kAlbert,
                                                 &kModernBert};
  return kAll;
}

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

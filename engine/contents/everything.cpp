// What the programs, the tests and the page's whole module are made of.
#include "engine/models/recurrent_classifier.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"
#include "engine/nn/mechanism_entry.h"

#include "engine/tasks/classification.h"

namespace heed::session {
extern const TaskEntry kWordPiecesTask, kWordVectorsTask;
}

namespace heed {

std::span<const Architecture* const> architectures() {
  static constexpr const Architecture* kAll[] = {&kRecurrentClassifier, &kRequestClassifier,
                                                 &kSentenceClassifier};
  return kAll;
}

std::span<const TaskEntry* const> tasks() {
  static constexpr const TaskEntry* kAll[] = {&kClassification, &session::kWordPiecesTask,
                                              &session::kWordVectorsTask};
  return kAll;
}

}  // namespace heed

namespace heed::nn {

// In the order of lists.
extern const MechanismEntry kScaledDot, kDot, kTrainable, kGeneral, kConcat, kAdditive, kAdditivePositionwise,
    kMultiHead, kLocalM, kLocalP, kHard, kSparsemax;

std::span<const MechanismEntry* const> mechanism_table() {
  static constexpr const MechanismEntry* kAll[] = {
      &kScaledDot, &kDot,    &kTrainable, &kGeneral, &kConcat,    &kAdditive, &kAdditivePositionwise,
      &kMultiHead, &kLocalM, &kLocalP,    &kHard,    &kSparsemax,
  };
  return kAll;
}

}  // namespace heed::nn

// What the programs, the tests and the page's whole module are made of.
#include "engine/models/bert.h"
#include "engine/models/modern_bert.h"
#include "engine/models/recurrent_classifier.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"
#include "engine/nn/mechanism_entry.h"
#include "engine/session/door/commands.h"
#include "engine/session/models/readers.h"
#include "engine/tasks/classification.h"

namespace heed::session {
extern const TaskEntry kWordPiecesTask, kWordVectorsTask;
}

namespace heed {

extern const Architecture kAlbert;
extern const TaskEntry kMaskedWords, kQuestions, kTokenLabels;

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

std::span<const session::Command* const> session::commands() {
  static constexpr const Command* kAll[] = {&kOpenModel,     &kDescribeModel,
                                            &kAnalyse,       &kMap,
                                            &kCloseModel,    &kBeginModel,
                                            &kBeginFile,     &kEndModel,
                                            &kCancelModel,   &kFillMask,
                                            &kEmbed,         &kTokenize,
                                            &kExplain,       &kFaithfulness,
                                            &kOpenVectors,   &kRandomVectors,
                                            &kBeginVectors,  &kEndVectors,
                                            &kCancelVectors, &kAttend,
                                            &kOpenTokenizer, &kCut};
  return kAll;
}

std::span<const TaskEntry* const> tasks() {
  static constexpr const TaskEntry* kAll[] = {
      &kClassification,          &kTokenLabels, &kQuestions, &kMaskedWords, &session::kWordPiecesTask,
      &session::kWordVectorsTask};
  return kAll;
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

// What the programs and the tests can train.
#include "engine/tasks/classification.h"

namespace heed::session {
extern const TaskEntry kWordPiecesTask, kWordVectorsTask;
}

namespace heed {

extern const TaskEntry kMaskedWords, kNextWord, kQuestions, kTokenLabels, kTranslate;

std::span<const TaskEntry* const> tasks() {
  static constexpr const TaskEntry* kAll[] = {&kClassification,
                                              &kTokenLabels,
                                              &kQuestions,
                                              &kMaskedWords,
                                              &kNextWord,
                                              &kTranslate,
                                              &session::kWordPiecesTask,
                                              &session::kWordVectorsTask};
  return kAll;
}

}  // namespace heed

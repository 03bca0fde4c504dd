// All that can be asked.
#include "engine/session/door/commands.h"

namespace heed {

std::span<const session::Command* const> session::commands() {
  static constexpr const Command* kAll[] = {&kOpenModel,      &kDescribeModel, &kAnalyse,    &kMap,
                                            &kCloseModel,     &kBeginModel,    &kBeginFile,  &kEndModel,
                                            &kCancelModel,    &kFillMask,      &kEmbed,      &kTokenize,
                                            &kExplain,        &kFaithfulness,  &kExperiment, &kOpenVectors,
                                            &kRandomVectors,  &kBeginVectors,  &kEndVectors, &kCancelVectors,
                                            &kAttend,         &kOpenTokenizer, &kCut,        &kBeginTraining,
                                            &kTrain,          &kWatchTraining, &kScaleRate,  &kKeepTraining,
                                            &kFinishTraining, &kEndTraining,   &kToyTexts};
  return kAll;
}

}  // namespace heed

// What the page's whole module is asked: all but to train, which takes half as much again to download.
#include "engine/session/door/commands.h"

namespace heed {

std::span<const session::Command* const> session::commands() {
  static constexpr const Command* kAll[] = {&kOpenModel,     &kDescribeModel, &kAnalyse,    &kMap,
                                            &kCloseModel,    &kBeginModel,    &kBeginFile,  &kEndModel,
                                            &kCancelModel,   &kFillMask,      &kEmbed,      &kTokenize,
                                            &kExplain,       &kFaithfulness,  &kExperiment, &kOpenVectors,
                                            &kRandomVectors, &kBeginVectors,  &kEndVectors, &kCancelVectors,
                                            &kAttend,        &kOpenTokenizer, &kCut};
  return kAll;
}

}  // namespace heed

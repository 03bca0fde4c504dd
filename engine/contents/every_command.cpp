// All that can be asked of the engine as messages.
#include "engine/session/door/commands.h"

namespace heed::session {

std::span<const Command* const> commands() {
  static constexpr const Command* kAll[] = {&kOpenModel,     &kAnalyse,       &kMap,        &kCloseModel,
                                            &kBeginModel,    &kBeginFile,     &kEndModel,   &kCancelModel,
                                            &kFillMask,      &kEmbed,         &kTokenize,   &kOpenVectors,
                                            &kRandomVectors, &kBeginVectors,  &kEndVectors, &kCancelVectors,
                                            &kAttend,        &kOpenTokenizer, &kCut};
  return kAll;
}

}  // namespace heed::session

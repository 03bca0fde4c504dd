// The page's module that writes: networks that say what comes next, or write a text for another, and what
// they are asked.
#include "engine/contents/lists.h"

namespace heed {

std::span<const Architecture* const> architectures() {
  static constexpr auto kAll = contents::joined(contents::kWriters, contents::kTranslators);
  return kAll;
}

std::span<const session::Command* const> session::commands() {
  static constexpr const Command* kModels[] = {&kDescribeModel, &kAnalyse, &kMap, &kCloseModel};
  static constexpr const Command* kArriving[] = {&kBeginModel, &kBeginFile, &kEndModel, &kCancelModel};
  static constexpr auto kAll = contents::joined(kModels, kArriving, contents::kWriting);
  return kAll;
}

}  // namespace heed

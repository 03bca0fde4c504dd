// What the page's first module is made of: the models that ship, the kernels that they need, and what a first
// visit asks.
#include "engine/kernels/cpu/tables.h"
#include "engine/models/recurrent_classifier.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"
#include "engine/nn/mechanism_entry.h"
#include "engine/session/door/commands.h"
#include "engine/session/models/readers.h"

namespace heed {

std::span<const Architecture* const> architectures() {
  static constexpr const Architecture* kAll[] = {&kRecurrentClassifier, &kRequestClassifier,
                                                 &kSentenceClassifier};
  return kAll;
}

std::span<const session::Command* const> session::commands() {
  static constexpr const Command* kAll[] = {&kOpenModel, &kDescribeModel, &kAnalyse, &kMap, &kCloseModel};
  return kAll;
}

// The classes of a text, and its maps.
const session::ModelReaders& session::model_readers() {
  static constexpr ModelReaders kNone;
  return kNone;
}

}  // namespace heed

HEED_BEGIN_KERNELS

const Kernels& kernels() {
  static const Kernels table{elementwise_kernels(),
                             matmul_kernels(),
                             softmax_kernels(),
                             norm_kernels(),
                             reduce_kernels(),
                             gather_kernels(),
                             attention_kernels(),
                             {},
                             recurrent_kernels(),
                             {},
                             {},
                             {},
                             {},
                             {}};
  return table;
}

HEED_END_KERNELS

// None beside the scaled dot product, which networks compute themselves.
std::span<const heed::nn::MechanismEntry* const> heed::nn::mechanism_table() {
  return {};
}

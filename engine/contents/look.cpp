// What the page's first module is made of.
#include "engine/models/recurrent_classifier.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"
#include "engine/nn/mechanism_entry.h"

namespace heed {

std::span<const Architecture* const> architectures() {
  static constexpr const Architecture* kAll[] = {&kRecurrentClassifier, &kRequestClassifier,
                                                 &kSentenceClassifier};
  return kAll;
}

}  // namespace heed

// None beside the scaled dot product, which networks compute themselves.
std::span<const heed::nn::MechanismEntry* const> heed::nn::mechanism_table() {
  return {};
}

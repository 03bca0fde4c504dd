// What the programs, the tests and the page's whole module are made of.
#include "engine/models/recurrent_classifier.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"

namespace heed {

std::span<const Architecture* const> architectures() {
  static constexpr const Architecture* kAll[] = {&kRecurrentClassifier, &kRequestClassifier,
                                                 &kSentenceClassifier};
  return kAll;
}

}  // namespace heed

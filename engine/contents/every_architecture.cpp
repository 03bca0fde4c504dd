// Networks of the programs and the tests.
#include "engine/models/bert.h"
#include "engine/models/gpt2.h"
#include "engine/models/modern_bert.h"
#include "engine/models/recurrent_classifier.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"

namespace heed {

extern const Architecture kAlbert;

std::span<const Architecture* const> architectures() {
  static constexpr const Architecture* kAll[] = {&kRecurrentClassifier,
                                                 &kRequestClassifier,
                                                 &kSentenceClassifier,
                                                 &kBert,
                                                 &kDistilBert,
                                                 &kRoberta,
                                                 &kElectra,
                                                 &kAlbert,
                                                 &kModernBert,
                                                 &kGpt2};
  return kAll;
}

}  // namespace heed

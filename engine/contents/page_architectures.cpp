// Networks of the page's whole module and of the one that trains.
#include "engine/models/bert.h"
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
                                                 &kModernBert};
  return kAll;
}

}  // namespace heed

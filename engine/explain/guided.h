// A small network that cannot choose where to look (Wiegreffe & Pinter 2019, §3.4): every word is read by
// itself, and the sum is weighed by weights from elsewhere, which never change.
//
//   h_n = tanh(W x_n + b),  c = Σ_n α_n h_n,  logits = V c + d
//
// Where it learns more under a model's attention than under even weights, that attention knows something of
// the words that does not hang on the model's own states. An adversarial map, which left the model's answer
// as it was, has to help it as much to be an explanation of equal worth.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/data/text_encoder.h"
#include "engine/explain/matrix.h"
#include "engine/explain/subject.h"

namespace heed::explain {

struct GuidedText {
  std::vector<int32_t> ids;
  std::vector<double> weights;  // [N], of its tokens; they sum to 1
  int label = 0;
};

struct GuidedOptions {
  int64_t embedding = 100, hidden = 128;
  int epochs = 5, batch_size = 32;
  double rate = 1e-3;  // of Adam
  uint64_t seed = 0;
};

// Learns the `C` classes from `train`: logits [test, C].
Matrix guided_logits(int64_t C, const std::vector<GuidedText>& train, const std::vector<GuidedText>& test,
                     const GuidedOptions& options = {});

// The weights to guide it with: what each token receives of the last map, as a share of the whole.
enum class Guide { kOwn, kEven, kAdversarial };
const char* name_of(Guide guide);  // "learned", "even", "adversarial"
// `seed` is of the search for the adversarial map.
GuidedText guided(const Subject& subject, const EncodedText& text, int label, Guide guide, uint64_t seed);

}  // namespace heed::explain

// What speaks for and against taking a model's attention for its reasons, of one text and the class that is
// predicted. Rank correlations alone say little (they count the many words that matter to nobody as much as
// the few that do), so they stand beside what happens when words and weights change.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/explain/adversarial.h"
#include "engine/explain/eraser.h"
#include "engine/explain/kendall.h"
#include "engine/explain/leave_one_out.h"
#include "engine/explain/other_maps.h"
#include "engine/explain/silence.h"

namespace heed::explain {

// Figures of a text, each calculated by itself.
struct Measures {
  bool agreement = true;  // of attention with gradients and with leaving out, and how even the map is
  bool erased = true, permuted = true, adversarial = true, silenced = true, even = true;
};

struct FaithfulnessOptions {
  Measures measures;
  std::vector<std::string> methods = {"attention"};  // whose orders of words are erased
  int random_orders = 10;
  int permutations = 100;
  AdversarialOptions adversarial;
  uint64_t seed = 0;
  // Agreement is calculated without the text's first and last token, as Jain & Wallace (2019) have it.
  bool drop_ends = false;
};

// How far attention agrees with another measure of what tokens matter.
struct Agreement {
  KendallTau tau;
  bool same_first = false;  // both have one token first
};

struct Erased {
  std::string method;  // "random": the mean of random orders
  Eraser figures;
};

struct SilencedBy {
  std::string order;  // "attention", "gradient", "attention-gradient" (their product), "random"
  Silenced keys;
};

// A measure that was not taken keeps its value from here.
struct Faithfulness {
  int64_t label = 0;  // the class that is predicted
  // Agreement is calculated of these: attention received, |x · ∂p/∂x| with the maps held, divided by its sum,
  // and how far leaving each word out moves the probabilities (Jain & Wallace 2019), of these tokens.
  std::vector<int> tokens;
  std::vector<double> attention, slopes, changes;
  Agreement gradient, left_out;
  std::vector<double> map;  // the last one, [H, T, S]
  std::vector<Erased> erased;
  Permutations permuted;
  Adversarial worst;
  std::vector<SilencedBy> silenced;
  // The last map's rows: their entropy by the logarithm of how many keys they see, on average, and the
  // share of rows where that is above 0.95.
  double evenness = 1, even_rows = 1;
  double even_tvd = 0;     // how far probabilities move under an even last map
  int64_t even_label = 0;  // the class that is predicted then
};

// Error for a model that does not attend, and for a text without tokens.
Faithfulness faithfulness(const Subject& subject, const EncodedText& text,
                          const FaithfulnessOptions& options = {});

}  // namespace heed::explain

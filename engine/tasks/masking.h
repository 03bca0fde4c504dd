// Which words of a text are hidden, and what is shown in their place (Devlin et al. 2019, §3.1): of the
// chosen tokens most become [MASK], some another piece, the others stay. A new choice at every step (Liu et
// al. 2019, §4.1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/data/text_encoder.h"

namespace heed {

struct MaskingOptions {
  double share = 0.15;                // of the tokens that are asked for
  std::optional<double> last_share;   // at the run's end, on a straight line from `share`; none: the same
  std::string unit = "pieces";        // what is hidden as one: "pieces", "words", or "spans" of words
  double masked = 0.8, random = 0.1;  // of those that are asked for; the others stay
};

// What masking knows of the pieces of a vocabulary.
struct MaskingPieces {
  int32_t mask = 0;
  int32_t vocabulary = 0;
  std::vector<uint8_t> special;    // [V]: stands around texts, and is never hidden
  std::vector<uint8_t> continues;  // [V]: goes on with the word before it ("##ing")

  // Error where there is no [MASK].
  static MaskingPieces of(const TextToIds& text);
};

struct Masked {
  std::vector<int32_t> places;  // [M] of the ids, in their order
  std::vector<int32_t> labels;  // [M] what stood there
};

// Hides tokens of `ids` in place. A function of all it is given; at least one is hidden where any can be.
Masked mask_words(std::vector<int32_t>& ids, const MaskingPieces& pieces, const MaskingOptions& options,
                  double share, RandomStream stream);

}  // namespace heed

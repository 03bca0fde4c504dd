// The logit of a class as a sum: what each word adds to it.
//
// Two kinds. Where the logits are linear in something as soon as the attention maps are held (votes ×
// attention of the sentence classifier, state × weight of recurrent networks), a token's addend is that times
// the slope, and the sum is the logit exactly. In a transformer encoder the last state is a sum of what
// embeddings, heads and feed-forward parts have written (direct logit attribution; Elhage et al. 2021):
// residual_stream.h. There a head's part is shared out among the tokens that it looked at, and the
// classifier's head takes all parts on to the logit (prediction_head.h). The sum is the logit up to rounding.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/explain/subject.h"

namespace heed::explain {

// "word", "n-grams", "phrase" with its words, "state"; "layer.0.head.1", "layer.0.feed_forward", …
struct Part {
  std::string name;
  std::string text;  // of phrases
  double value = 0;
};

struct Term {
  int token = 0;
  double value = 0;  // the sum of its parts
  std::vector<Part> parts;
};

struct Contributions {
  int64_t label = 0;
  double bias = 0;          // what no token adds
  std::vector<Term> terms;  // one per token, in order
  double sum = 0;           // Σ terms + bias
  double logit = 0;
  std::optional<double> remainder;  // logit - sum, where that is more than float32 leaves: 8-bit products
  // The same sum by who wrote: parts of one name together, biases among them.
  std::vector<Part> components;
};

// Contributions to every class.
std::vector<Contributions> contributions(const Subject& subject, const EncodedText& text);

// Whether the parts of each term are said as well: there are hundreds of them.
enum class Detail { kParts, kTerms };

// Contributions of many texts, [texts, classes]. They share passes, which is what makes it fast. `classes`:
// those that are wanted; none: every one.
std::vector<std::vector<Contributions>> contributions(const Subject& subject,
                                                      const std::vector<EncodedText>& texts, Detail detail,
                                                      const std::vector<int64_t>& classes = {});

}  // namespace heed::explain

// What edits of words make of a text, and which states carry its answer.
#pragma once

#include <vector>

#include "engine/explain/edit.h"
#include "engine/explain/pass.h"
#include "engine/explain/target.h"

namespace heed::explain {

// The text as the edits of words leave it. They come first and name tokens of the text as it was given; the
// others (subject_edits.h) name tokens, layers and heads of what the words then are.
EncodedText with_words_edited(const TextToIds& encoder, const EncodedText& text,
                              const std::vector<Edit>& edits);

// Activation patching (Vig et al. 2020; Meng et al. 2022): the target's score of `text` when the state behind
// layer l of token n is that of `source`, a text of as many tokens, which is read without edits. Where it
// comes near the score of `source`, that state carries what the two differ in.
struct Restoration {
  std::vector<int> layers;          // l, from 0
  Matrix scores;                    // [layers, N]
  double score = 0, of_source = 0;  // of the two texts as they are
};
Restoration restoration(const Subject& subject, const EncodedText& text, const EncodedText& source,
                        const Target& target, int layer = kAll);

}  // namespace heed::explain

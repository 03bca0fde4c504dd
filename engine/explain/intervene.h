// What edits do to the answer, and which states carry it.
#pragma once

#include <vector>

#include "engine/explain/edit.h"
#include "engine/explain/maps.h"
#include "engine/explain/pass.h"
#include "engine/explain/target.h"

namespace heed::explain {

struct Intervention {
  EncodedText text;                   // as the edits of words left it
  std::vector<double> logits_before;  // [C]
  std::vector<double> logits_after;
  std::vector<Map> maps;  // after, of every layer, where they are asked for
};

// All edits at once. Those of words come first and name tokens of the text as it was given; the others name
// tokens, layers and heads of what the words then are. Layers are edited from the first to the last, so that
// a map is changed as the changes below it have made it. Error for what is not there, and for edits that need
// another sentence (`other`) where there is none.
Intervention intervene(const Subject& subject, const EncodedText& text, const std::vector<Edit>& edits,
                       const EncodedText* other = nullptr, bool with_maps = false);

// The patches of one sentence that make the edits of maps and states, of those alone.
Patches patches_of(const Subject& subject, const EncodedText& text, const std::vector<Edit>& edits,
                   const EncodedText* other = nullptr);

EncodedText with_words_edited(const TextToIds& encoder, const EncodedText& text,
                              const std::vector<Edit>& edits);

// Activation patching (Vig et al. 2020; Meng et al. 2022): the target's score of `text` when the state behind
// layer l of token n is that of `source`, a text of as many tokens. Where it comes near the score of
// `source`, that state carries what the two differ in.
struct Restoration {
  std::vector<int> layers;          // l, from 0
  Matrix scores;                    // [layers, N]
  double score = 0, of_source = 0;  // of the two texts as they are
};
Restoration restoration(const Subject& subject, const EncodedText& text, const EncodedText& source,
                        const Target& target, int layer = kAll);

}  // namespace heed::explain

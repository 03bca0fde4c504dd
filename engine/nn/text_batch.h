// Sentences as numbers, as models take them: the tokens of all sentences one after the other.
#pragma once

#include "engine/tensor/spans.h"
#include "engine/tensor/tensor.h"

namespace heed {

struct TextBatch {
  Tensor ids;       // int32 [N] into the vocabulary
  Spans sentences;  // B of them
  // Pieces of each token (hashed character n-grams), where the encoder makes them: bag n belongs to token n.
  Tensor pieces;  // int32 [P]
  Spans bags;     // N of them, or none
  // Phrases that end at each token (hashed word n-grams), where the encoder makes them.
  Tensor phrases;     // int32
  Spans phrase_bags;  // N of them, or none
  Tensor types;       // int32 [N], the segment of each token; undefined: all 0
  // int32 [M] into the tokens: where words are asked for that may stand there; undefined: everywhere.
  Tensor places;
  // Where one text is read and another written: what is written of each sentence, from the token that it
  // begins with.
  Tensor target_ids;  // int32 [M]
  Spans targets;      // B of them, or none
};

}  // namespace heed

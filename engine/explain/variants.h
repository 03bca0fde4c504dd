// A text with some of its tokens taken away, hidden or replaced, as the network would have read it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/data/text_encoder.h"

namespace heed::explain {

// Tokens that stand in the text; what a tokenizer puts around it ([CLS], [SEP]) is never taken away.
std::vector<int> standing(const EncodedText& text);

// Without these tokens: those that were apart are neighbours, and phrases are those of the shorter text.
EncodedText without(const TextToIds& encoder, const EncodedText& text, const std::vector<int>& tokens);

// The token's place stays; what stands there is `id`, which has no n-grams, and no phrase that it is part of.
EncodedText hidden(const TextToIds& encoder, const EncodedText& text, int token, int32_t id);

// Another word in the place of the token; a word of several pieces becomes several tokens.
EncodedText replaced(const TextToIds& encoder, const EncodedText& text, int token, const std::string& word);

}  // namespace heed::explain

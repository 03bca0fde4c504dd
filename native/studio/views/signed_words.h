// The words of a sentence, each with a number below it, coloured by size and sign.
#pragma once

#include <string>
#include <vector>

#include "native/studio/views/heat_map.h"

namespace heed::studio {

struct SignedWords {
  std::vector<std::string> words;
  std::vector<double> values;     // [words]
  std::vector<std::string> tips;  // [words], shown when pointed at; "" has none
  bool is_signed = true;          // else coloured as attention is
};

// A word that is pointed at is the key in `pointing` (and its query, unless there is one query alone).
void signed_words(Ui& ui, const SignedWords& given, bool pooling, Pointing* pointing);

}  // namespace heed::studio

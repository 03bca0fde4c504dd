// TF-IDF of the phrases of texts, as the rows of a sparse matrix.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/progress.h"
#include "engine/data/phrase_regression.h"

namespace heed {

// With N texts, x_nf how often text n has phrase f, N_f the texts that have f:
//   idf_f = 1 + ln((1 + N) / (1 + N_f)),   z_n = x_n ⊙ idf / |x_n ⊙ idf|.
//
// Phrases that only text n has share one column, of value |z_n| over them. A regression that penalises |W|²
// gives each of them W_column z_nf / |…|: the minimum is the same, with a fifth of the columns.
struct PhraseFeatures {
  struct Entry {
    uint32_t column;
    float value;
  };
  std::vector<Entry> entries;  // of all texts, one text after the other
  std::vector<size_t> ends;    // of each text's entries
  size_t columns = 0;
  double scale = 0;  // mean of √words / |x ⊙ idf|

  // One entry for each phrase.
  std::vector<uint32_t> hashes, column;
  std::vector<float> weight;  // what its vote is of that of its column, idf included

  template <class Visit>
  void each(size_t text, const Visit& visit) const {
    for (size_t i = text == 0 ? 0 : ends[text - 1]; i < ends[text]; ++i)
      visit(entries[i].column, static_cast<double>(entries[i].value));
  }
};

PhraseFeatures phrase_features(const std::vector<CountedText>& texts, const WorkProgress& progress = nullptr);

}  // namespace heed

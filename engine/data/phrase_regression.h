// The linear classifier that a model's table of phrases can begin as.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/progress.h"
#include "engine/data/phrase_filter.h"

namespace heed {

// What a text is to it.
struct CountedText {
  std::vector<uint32_t> phrases;  // their hashes, as often as they are in it
  int64_t words = 0;
  int label = 0;
};

// What a table of phrases begins with [rows, C], and what the classes begin with [C], or nothing.
struct PhraseVotes {
  std::vector<float> votes, bias;
};

// Logistic regression on TF-IDF z_n of N texts (phrase_features.h):
//   W, b = argmin 1/N Σ_n cross-entropy(W z_n + b, label_n) + λ/2 |W|²,   λ = 1 / (20 N), mean(b) = 0.
// All phrases take part, those without a row as well: what they explain in the few texts that have them is
// then not put down to others. A row's votes are W_f idf_f times the mean of √words / |x_n ⊙ idf|: models
// divide by √words, since with phrases that no text of the training part had there is no such length.
PhraseVotes regress(const std::vector<CountedText>& texts, size_t C, const PhraseFilter& filter,
                    const WorkProgress& progress = nullptr);

}  // namespace heed

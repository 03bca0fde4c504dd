// How alike two sets of word vectors see words. Not part of the session's door.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/reading/vectors.h"

namespace heed::session {

struct NamedVectors {
  std::vector<std::string> words;
  int64_t D = 0;
  std::vector<float> values;  // [words, D], rows of length 1 or 0
};

// The vectors of `words` with length 1; those that `vectors` does not have are zeros.
NamedVectors unit_vectors(const WordVectors& vectors, const std::vector<std::string>& words);

double cosine(const NamedVectors& vectors, size_t a, size_t b);
// The `count` nearest by cosine, nearest first, `word` itself not among them.
std::vector<size_t> nearest(const NamedVectors& vectors, size_t word, size_t count);

// Rank correlation; equal values share the mean of their ranks. NaN for fewer than two values.
double spearman(const std::vector<double>& a, const std::vector<double>& b);

struct Agreement {
  int64_t words = 0, pairs = 0;
  double near = 0;  // Spearman over pairs whose second word is the other's neighbour at a rank drawn evenly
                    // in its logarithm, from the nearest to the farthest
  double even = 0;  // over pairs drawn evenly
};
// Cosines of `pairs` pairs of the first `most` words that both have, letters only; neighbours by `reference`.
Agreement compare(const WordVectors& ours, const WordVectors& reference,
                  const std::vector<std::string>& words, int64_t most, int64_t pairs);

}  // namespace heed::session

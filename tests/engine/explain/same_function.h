// Small networks of every architecture that is explained, and changes of their weights that leave each output
// what it was.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/engine/explain/attribution_models.h"

namespace heed::test {

struct Kind {
  std::string name;
  std::function<std::unique_ptr<Network>()> make;
  int64_t heads = 2, key_heads = 2;
  bool normed = true;  // a LayerNorm reads all that its layers add
  // Tables of which the next LayerNorm takes the mean away.
  std::vector<std::string> tables = {};
  bool words = false;  // reads words: n-grams, phrases
};

std::vector<Kind> classifiers();
std::vector<Kind> writers();

// Adds constants to the tables, columns of matrices and biases that a LayerNorm reads next.
void add_constants(const Kind& kind, const Network& network);
// Values times c, and what they are multiplied with next by c; queries times c, and keys by c.
void scale_values_and_queries(const Kind& kind, const Network& network);
// The last head becomes the first.
void reverse_heads(const Kind& kind, const Network& network);

}  // namespace heed::test

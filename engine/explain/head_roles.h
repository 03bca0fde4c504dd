// What a head does, by measurement over texts: where its attention goes, beside where even attention would
// go.
#pragma once

#include <array>
#include <vector>

#include "engine/explain/pass.h"

namespace heed::explain {

// Shares of a query's attention, averaged over queries and then over texts; of pooling, over texts.
struct LookedAt {
  double first = 0;       // the text's first token
  double separators = 0;  // what stands around the text ([CLS], [SEP]) and tokens of punctuation alone
  // Not of pooling, which asks from no place:
  double self = 0, previous = 0, next = 0;
  double same_word = 0;              // the same token elsewhere
  std::array<double, 5> distance{};  // 0, 1, 2, 3 to 5, and 6 or more tokens away
};

struct HeadRole {
  int layer = 0, head = 0;
  bool pooling = false;
  LookedAt looked, even;  // and under even attention
  double evenness = 0;    // entropy of a row by the logarithm of how many keys it sees
  // The share of Σ |α ∂z/∂α| in which more attention would make the text's own label likelier.
  double supports = 0;
};

// What it does most of all, more than even attention would: "previous", "next", "self", "same word",
// "separators", "first"; "even" where rows hardly choose, "mixed" where nothing stands out.
const char* name_of(const HeadRole& role);

// Roles of every head of every layer. `labels`: what the texts are, [texts].
std::vector<HeadRole> head_roles(const Subject& subject, const std::vector<EncodedText>& texts,
                                 const std::vector<int>& labels);

}  // namespace heed::explain

// The smallest change of one word that turns an answer: a word left out, or another one in its place; of
// those that turn it the one that moves the probabilities least.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/explain/pass.h"

namespace heed::explain {

struct WordChange {
  int token = 0;
  std::string word;  // what stands there instead; empty: nothing
  int64_t from = 0, to = 0;
  double before = 0, after = 0;  // probability of `from`
  double tvd = 0;                // how far all probabilities moved
};

struct WordChanges {
  std::optional<WordChange> left_out, replaced;  // none: no such change turns the answer
};

// `candidates` [C]: words that speak for each class. Those of the classes that are not predicted are tried in
// the places of the `places` words whose leaving out moves the answer most.
WordChanges smallest_changes(const Subject& subject, const EncodedText& text,
                             const std::vector<std::vector<std::string>>& candidates, size_t places = 3);

}  // namespace heed::explain

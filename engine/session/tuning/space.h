// What a search over settings chooses from: "training.optimizer.rate=1e-4..1e-2,model.dropout=0.1,0.3".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/random.h"

namespace heed::session {

// A setting: one of some values, or a number between two.
struct Dimension {
  std::string key;
  std::vector<std::string> values;  // as they were written; empty: a range
  double low = 0, high = 0;
  bool whole = false;        // both ends were written as whole numbers
  bool logarithmic = false;  // the ends lie a factor of ten apart or more
};

class Space {
 public:
  // "KEY=VALUE,VALUE,…" or "KEY=LOW..HIGH", one after the other with commas between. UsageError for anything
  // else, and for a key that stands twice.
  explicit Space(const std::string& words);

  const std::vector<Dimension>& dimensions() const { return dimensions_; }
  // How many choices there are; none: a range of numbers has no end of them.
  std::optional<int64_t> combinations() const;
  // A choice for each of so many trials, as "KEY=VALUE" for --set, no two alike: at random by the seed, and
  // where there are no more choices than trials, all of them in turn.
  std::vector<std::vector<std::string>> trials(int64_t count, uint64_t seed) const;

 private:
  std::vector<std::string> drawn(Random& random) const;
  std::vector<std::string> numbered(int64_t n) const;

  std::vector<Dimension> dimensions_;
};

}  // namespace heed::session

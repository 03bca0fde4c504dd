// Which rows train, which choose, which are looked at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heed {

// Row numbers from 0. No row is in two parts.
struct Split {
  std::vector<int> train, validation, test;
};

struct SplitFractions {
  double train = 0.8, validation = 0.1, test = 0.1;  // each zero or more, together 1
  // Cross-validation: what is not of the test part is dealt out into so many parts, of which number `fold`,
  // from 0, is the validation part. 0: none.
  int folds = 0, fold = 0;
};

// Stratified: each class is shared out by itself. A class with at least as many rows as there are parts is in
// every part. A function of labels, seed and fractions only; rows are in ascending order within a part.
Split stratified_split(const std::vector<int>& labels, uint64_t seed, const SplitFractions& fractions = {});

// The same with the rows of a group kept together: `groups` has a number per row, -1 for a row by itself. A
// group counts as its most frequent class. Shares are of rows, as near as whole groups allow.
Split grouped_split(const std::vector<int>& labels, const std::vector<int>& groups, uint64_t seed,
                    const SplitFractions& fractions = {});

// A JSON object with row numbers under "train", "val" and "test" (the last two may be missing), in the file's
// order. Error for numbers outside of [0, n_rows), and for a row that stands twice.
Split read_split(const std::string& file, size_t n_rows);

}  // namespace heed

// The rows and columns that a map is shown with: its tokens, or what is made of them by leaving special
// tokens out and by merging the pieces of a word.
#pragma once

#include <string>
#include <vector>

#include "engine/session/models/analysis.h"
#include "native/studio/views/heat_map.h"

namespace heed::studio {

struct Units {
  std::vector<std::string> names;
  std::vector<std::vector<size_t>> members;  // the tokens that each stands for, ascending; never empty

  bool are_tokens(size_t count) const { return members.size() == count; }
  int of(int token) const;  // that holds the token; -1: none does
  int first(int unit) const { return static_cast<int>(members[static_cast<size_t>(unit)].front()); }
};

Units units_of(const session::Analysis& analysis, bool special_tokens, bool whole_words);
Units tokens_alone(const std::vector<std::string>& names);  // each by itself

// Attention to a word is what its pieces get together, attention from it the mean of theirs (Clark et al.
// 2019, section 4.1). What is left of a row without hidden tokens is scaled up to the sum that the row had.
Heat shaped(const Heat& heat, const Units& queries, const Units& keys);

// The same place on the shaped map; none where its token is hidden. And back: to the first of the tokens.
std::optional<Cell> to_units(const std::optional<Cell>& cell, const Units& queries, const Units& keys);
std::optional<Cell> to_tokens(const std::optional<Cell>& cell, const Units& queries, const Units& keys);

}  // namespace heed::studio

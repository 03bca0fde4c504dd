// One attention map under edits.
#pragma once

#include <vector>

#include "engine/base/random.h"
#include "engine/explain/edit.h"
#include "engine/explain/maps.h"

namespace heed::explain {

class EditedMap {
 public:
  // `first_query`: of rows that are a part of a map, the first one's number.
  EditedMap(const AttentionPoint& point, Map map, int64_t first_query = 0);

  // Error for a head, a query or a key that is not there; a query before the first row changes nothing.
  void apply(const Edit& edit);
  // Kind::kOther: those of another text's map, of as many tokens.
  void take(const Edit& edit, const Map& other);
  // [H, T, S]; where rows sum to 1, the weights that nobody has set share what those that were set leave.
  std::vector<double> weights() const;

 private:
  template <class Change>
  void for_rows(const Edit& edit, const Change& change);
  bool sees(int64_t query, int64_t s) const;  // the query's number in the whole map
  void expect_seen(const Edit& edit) const;
  void permute(int64_t query, double* row, Random& random) const;

  AttentionPoint point_;
  Map map_;
  int64_t first_;
  std::vector<char> set_;  // [H, T, S]
};

}  // namespace heed::explain

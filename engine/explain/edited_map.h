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
  // The gradient by the map as it was given, from that by weights().
  std::vector<double> gradient(const std::vector<double>& by_weights) const;

 private:
  static constexpr int32_t kConstant = -1;
  // What each row's weights that nobody has set are multiplied by, per row of all heads.
  struct Sharing {
    double scale = 1, free = 0;
    bool shares = false;
  };
  Sharing sharing(size_t row) const;
  template <class Change>
  void for_rows(const Edit& edit, const Change& change);
  bool sees(int64_t query, int64_t s) const;  // the query's number in the whole map
  void expect_seen(const Edit& edit) const;
  void permute(int64_t query, double* row, int32_t* from, Random& random) const;

  AttentionPoint point_;
  Map map_;
  int64_t first_;
  std::vector<char> set_;      // [H, T, S]
  std::vector<int32_t> from_;  // [H, T, S]: the key of the same row whose weight stands there, or kConstant
};

}  // namespace heed::explain

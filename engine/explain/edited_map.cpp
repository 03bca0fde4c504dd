#include "engine/explain/edited_map.h"

#include <algorithm>
#include <cstdlib>

namespace heed::explain {

EditedMap::EditedMap(const AttentionPoint& point, Map map, int64_t first_query)
    : point_(point), map_(std::move(map)), first_(first_query), set_(map_.weights.size(), 0) {}

bool EditedMap::sees(int64_t query, int64_t s) const {
  if (point_.causal && s > query) return false;
  const bool pools = map_.T == 1 && !point_.causal;
  return point_.reach < 0 || pools || std::abs(query - s) <= point_.reach;
}

// A token that stands behind the query is not there for it.
void EditedMap::expect_seen(const Edit& edit) const {
  check(!point_.causal || edit.query == kAll || edit.key <= edit.query, "[edit] ", text_of(edit), ": token ",
        edit.query, " sees itself and what stands before it, not token ", edit.key, ".");
}

// change(t, row's weights, row's marks of what is set).
template <class Change>
void EditedMap::for_rows(const Edit& edit, const Change& change) {
  check(edit.head >= kAll && edit.head < map_.H && edit.query >= kAll && edit.query < first_ + map_.T,
        "[edit] ", text_of(edit), ": the map has ", map_.H, " heads of ", first_ + map_.T, " queries and ",
        map_.S, " keys, from 0.");
  for (int64_t h = 0; h < map_.H; ++h)
    for (int64_t t = 0; t < map_.T; ++t) {
      if ((edit.head != kAll && edit.head != h) || (edit.query != kAll && edit.query != first_ + t)) continue;
      const int64_t row = (h * map_.T + t) * map_.S;
      change(t, map_.weights.data() + row, set_.data() + row);
    }
}

void EditedMap::apply(const Edit& edit) {
  using Kind = Edit::Kind;
  const int64_t S = map_.S;
  const bool keyed = edit.kind == Kind::kWeight || edit.kind == Kind::kOnly;
  if (keyed) expect_seen(edit);
  // In a part of a causal map the keys that the first of its rows see are all there are so far.
  const bool later = point_.causal && edit.key >= S && edit.query == kAll;
  check(!keyed || edit.key < S || later, "[edit] ", text_of(edit), ": there are ", S, " keys, from 0.");
  check(edit.kind != Kind::kRow || static_cast<int64_t>(edit.row.size()) == S, "[edit] ", text_of(edit),
        " has ", edit.row.size(), " weights: expected ", S, ", one for each key.");
  Random random(edit.seed);
  for_rows(edit, [&](int64_t t, double* row, char* set) {
    const int64_t query = first_ + t;
    if (keyed && !sees(query, edit.key)) return;
    if (edit.kind == Kind::kWeight) {
      row[edit.key] = edit.weight;
      set[edit.key] = 1;
      return;
    }
    std::fill_n(set, S, char{1});
    if (edit.kind == Kind::kPermuted) return permute(query, row, random);
    double seen = 0;
    for (int64_t s = 0; s < S; ++s) seen += sees(query, s) ? 1 : 0;
    for (int64_t s = 0; s < S; ++s)
      row[s] = edit.kind == Kind::kRow    ? (sees(query, s) ? edit.row[static_cast<size_t>(s)] : 0)
               : edit.kind == Kind::kEven ? (sees(query, s) ? 1 / seen : 0)
               : edit.kind == Kind::kOnly ? (s == edit.key ? 1 : 0)
                                          : 0;
  });
}

// Those that it sees change places.
void EditedMap::permute(int64_t query, double* row, Random& random) const {
  std::vector<double> values;
  for (int64_t s = 0; s < map_.S; ++s)
    if (!point_.causal || sees(query, s)) values.push_back(row[s]);
  random.shuffle(values);
  size_t next = 0;
  for (int64_t s = 0; s < map_.S; ++s)
    if (!point_.causal || sees(query, s)) row[s] = values[next++];
}

void EditedMap::take(const Edit& edit, const Map& other) {
  check(other.S == map_.S && other.H == map_.H, "[edit] ", text_of(edit), ": the other sentence has ",
        other.S, " tokens: expected ", map_.S, ".");
  for_rows(edit, [&](int64_t, double* row, char* set) {
    std::copy_n(other.weights.data() + (row - map_.weights.data()), map_.S, row);
    std::fill_n(set, map_.S, char{1});
  });
}

std::vector<double> EditedMap::weights() const {
  std::vector<double> shared = map_.weights;
  if (!point_.normalised) return shared;
  for (size_t first = 0; first < shared.size(); first += static_cast<size_t>(map_.S)) {
    double kept = 0, free = 0;
    const size_t end = first + static_cast<size_t>(map_.S);
    for (size_t i = first; i < end; ++i) (set_[i] ? kept : free) += shared[i];
    const bool some = std::find(set_.begin() + static_cast<std::ptrdiff_t>(first),
                                set_.begin() + static_cast<std::ptrdiff_t>(end),
                                1) != set_.begin() + static_cast<std::ptrdiff_t>(end);
    for (size_t i = first; i < end && some && free > 0; ++i)
      if (!set_[i]) shared[i] *= std::max(0.0, 1 - kept) / free;
  }
  return shared;
}

}  // namespace heed::explain

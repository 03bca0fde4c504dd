#include "engine/explain/edited_map.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace heed::explain {

EditedMap::EditedMap(const AttentionPoint& point, Map map, int64_t first_query)
    : point_(point),
      map_(std::move(map)),
      first_(first_query),
      set_(map_.weights.size(), 0),
      from_(map_.weights.size()) {
  for (size_t i = 0; i < from_.size(); ++i)
    from_[i] = static_cast<int32_t>(i % static_cast<size_t>(std::max<int64_t>(map_.S, 1)));
}

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

// change(t, row's weights, row's marks of what is set, row's sources).
template <class Change>
void EditedMap::for_rows(const Edit& edit, const Change& change) {
  check(edit.head >= kAll && edit.head < map_.H && edit.query >= kAll && edit.query < first_ + map_.T,
        "[edit] ", text_of(edit), ": the map has ", map_.H, " heads of ", first_ + map_.T, " queries and ",
        map_.S, " keys, from 0.");
  for (int64_t h = 0; h < map_.H; ++h)
    for (int64_t t = 0; t < map_.T; ++t) {
      if ((edit.head != kAll && edit.head != h) || (edit.query != kAll && edit.query != first_ + t)) continue;
      const int64_t row = (h * map_.T + t) * map_.S;
      change(t, map_.weights.data() + row, set_.data() + row, from_.data() + row);
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
  for_rows(edit, [&](int64_t t, double* row, char* set, int32_t* from) {
    const int64_t query = first_ + t;
    if (keyed && !sees(query, edit.key)) return;
    if (edit.kind == Kind::kWeight) {
      row[edit.key] = edit.weight;
      set[edit.key] = 1;
      from[edit.key] = kConstant;
      return;
    }
    std::fill_n(set, S, char{1});
    if (edit.kind == Kind::kPermuted) return permute(query, row, from, random);
    std::fill_n(from, S, kConstant);
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
void EditedMap::permute(int64_t query, double* row, int32_t* from, Random& random) const {
  std::vector<std::pair<double, int32_t>> values;
  for (int64_t s = 0; s < map_.S; ++s)
    if (!point_.causal || sees(query, s)) values.emplace_back(row[s], from[s]);
  random.shuffle(values);
  size_t next = 0;
  for (int64_t s = 0; s < map_.S; ++s)
    if (!point_.causal || sees(query, s)) std::tie(row[s], from[s]) = values[next++];
}

void EditedMap::take(const Edit& edit, const Map& other) {
  check(other.S == map_.S && other.H == map_.H, "[edit] ", text_of(edit), ": the other sentence has ",
        other.S, " tokens: expected ", map_.S, ".");
  for_rows(edit, [&](int64_t, double* row, char* set, int32_t* from) {
    std::copy_n(other.weights.data() + (row - map_.weights.data()), map_.S, row);
    std::fill_n(set, map_.S, char{1});
    std::fill_n(from, map_.S, kConstant);
  });
}

// Adds up the row that begins at this place, set weights and free ones apart.
EditedMap::Sharing EditedMap::sharing(size_t row) const {
  Sharing found;
  double kept = 0;
  bool some = false;
  for (size_t i = row; i < row + static_cast<size_t>(map_.S); ++i) {
    (set_[i] ? kept : found.free) += map_.weights[i];
    some = some || set_[i];
  }
  found.shares = point_.normalised && some && found.free > 0;
  if (found.shares) found.scale = std::max(0.0, 1 - kept) / found.free;
  return found;
}

std::vector<double> EditedMap::weights() const {
  std::vector<double> shared = map_.weights;
  for (size_t row = 0; row < shared.size(); row += static_cast<size_t>(map_.S)) {
    const double scale = sharing(row).scale;
    for (size_t i = row; i < row + static_cast<size_t>(map_.S); ++i)
      if (!set_[i]) shared[i] *= scale;
  }
  return shared;
}

// The gradient of y_i = x_i · r / Σ_free x, where r is what is left for the free ones:
// ∂/∂x_i = (dy_i - Σ_free dy x / Σ_free x) · r / Σ_free x.
std::vector<double> EditedMap::gradient(const std::vector<double>& by_weights) const {
  std::vector<double> dx(by_weights.size(), 0.0);
  for (size_t row = 0; row < dx.size(); row += static_cast<size_t>(map_.S)) {
    const size_t end = row + static_cast<size_t>(map_.S);
    const Sharing how = sharing(row);
    double mean = 0;
    for (size_t i = row; how.shares && i < end; ++i)
      if (!set_[i]) mean += by_weights[i] * map_.weights[i] / how.free;
    for (size_t i = row; i < end; ++i)
      if (from_[i] != kConstant)
        dx[row + static_cast<size_t>(from_[i])] +=
            set_[i] ? by_weights[i] : how.scale * (by_weights[i] - mean);
  }
  return dx;
}

}  // namespace heed::explain

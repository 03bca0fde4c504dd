// Heads of sentences as batches of matrices of one size, which is what products of many at once take: head h
// of sentence b is matrix b·H + h, whose rows are the sentence's and zeros up to the longest one's.
#pragma once

#include "engine/kernels/cuda/bfloat16.h"
#include "engine/kernels/cuda/heads.h"

namespace heed::cuda {

// Sizes of padded matrices are multiples of what a thread moves.
inline int64_t whole_units(int64_t n) {
  return (n + kUnit - 1) / kUnit * kUnit;
}

// The rows of `count` heads from head `first` on, of `width` columns, padded to `most`.
struct PaddedRows {
  const int32_t *begin, *length;  // of each sentence among the packed rows
  int64_t H, width, most;
  int64_t first = 0, count = 0;

  int64_t numbers() const { return count * most * width; }
};

// Where unit u of the padded rows lies in the packed ones, if it is no padding.
struct PackedUnit {
  int64_t place;
  bool there;

  HEED_DEVICE PackedUnit(const PaddedRows& rows, int64_t u) {
    const int64_t units = rows.width / kUnit, row = u / units, head = rows.first + row / rows.most;
    const int64_t b = head / rows.H, t = row % rows.most;
    there = t < rows.length[b];
    place = ((rows.begin[b] + t) * rows.H + head % rows.H) * rows.width + u % units * kUnit;
  }
};

inline void gather_heads(const Device& device, const PaddedRows& rows, const float* x, const Tensor& padded) {
  auto* to = static_cast<NarrowUnit*>(on_card(padded.raw()));
  for_elements(device, rows.numbers() / kUnit, [=] HEED_DEVICE(int64_t u) {
    const PackedUnit at(rows, u);
    to[u] = at.there ? narrowed(read_unit(x + at.place)) : NarrowUnit{};
  });
}

inline void place_heads(const Device& device, const PaddedRows& rows, const Tensor& padded, float* y,
                        bool add) {
  const float* from = pointer<float>(padded);
  for_elements(device, rows.numbers() / kUnit, [=] HEED_DEVICE(int64_t u) {
    const PackedUnit at(rows, u);
    if (!at.there) return;
    WideUnit unit = read_unit(from + u * kUnit);
    if (add) {
      WideUnit there = read_unit(y + at.place);
      for (int64_t c = 0; c < kUnit; ++c) unit[c] += there[c];
    }
    write_unit(unit, y + at.place);
  });
}

// Row t of one head's padded scores.
struct ScoreRow {
  int64_t b, h, t, seen;  // seen: keys that the query may see, none if it is padding
  HEED_DEVICE ScoreRow(const Heads& heads, int64_t first, int64_t most, int64_t i) {
    const int64_t head = first + i / most;
    b = head / heads.H, h = head % heads.H, t = i % most;
    seen = t < heads.T(b) ? heads.seen(b, t) : 0;
  }
};

}  // namespace heed::cuda

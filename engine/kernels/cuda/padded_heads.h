// Heads of sentences as batches of matrices of one size, which is what products of many at once take: head h
// of sentence b is matrix b·H + h, whose rows are the sentence's and zeros up to the longest one's.
#pragma once

#include "engine/kernels/cuda/heads.h"
#include "engine/kernels/cuda/narrow.h"

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

inline void gather_heads(const Device& device, const PaddedRows& rows, const Tensor& x,
                         const Tensor& padded) {
  const Units from(x), to(padded);
  for_units(device, rows.numbers(), [=] HEED_DEVICE(int64_t i) {
    const PackedUnit at(rows, i / kUnit);
    to.write(at.there ? from.read(at.place) : WideUnit{}, i);
  });
}

inline void place_heads(const Device& device, const PaddedRows& rows, const Tensor& padded, const Tensor& y,
                        bool add) {
  const Units from(padded), to(y);
  for_units(device, rows.numbers(), [=] HEED_DEVICE(int64_t i) {
    const PackedUnit at(rows, i / kUnit);
    if (at.there) to.write(from.read(i), at.place, add);
  });
}

// Row t of one head's padded scores.
struct ScoreRow {
  int64_t b, h, t, near, seen;  // the first key that the query may see, and how many: none if it is padding
  HEED_DEVICE ScoreRow(const Heads& heads, int64_t first, int64_t most, int64_t i) {
    const int64_t head = first + i / most;
    b = head / heads.H, h = head % heads.H, t = i % most;
    near = heads.near(t), seen = t < heads.T(b) ? heads.seen(b, t) : 0;
  }
  HEED_DEVICE bool sees(int64_t s) const { return s >= near && s < near + seen; }
};

}  // namespace heed::cuda

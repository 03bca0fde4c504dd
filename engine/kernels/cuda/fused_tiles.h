// What the tiles of fused attention are made of.
#pragma once

#include <cmath>
#include <limits>

#include "engine/kernels/cuda/heads.h"

namespace heed::cuda {

// Rows of a tile, of `matrices` matrices, `squares` squares of scores and four numbers a row that are on the
// chip at once; 0: too wide.
inline int64_t tile_rows(int64_t width, int64_t matrices, int64_t squares, int64_t number_bytes) {
  for (int64_t R = 32; R > 0; R /= 2)
    if ((matrices * R * (width + 1) + squares * R * R + 4 * R) * number_bytes <= kMostShared) return R;
  return 0;
}

// Where the numbers of one call lie. Widths are of a head; a matrix on the chip has a column more than that,
// so that threads which read one column each meet no other in the chip's memory.
template <class T>
struct Fused {
  Heads heads;
  const int32_t* out_begin;  // of a sentence's rows in out and stats
  int64_t K, V;
  int64_t R;  // rows of a tile
  T scale;
  const T *q, *k, *v;
  T* out;
  T* stats;  // [rows of out, H]: log Σ exp of the scaled scores
  const T* dout = nullptr;
  const T* delta = nullptr;  // [rows of out, H]: dout·out

  HEED_DEVICE int64_t out_row(int64_t b, int64_t t) const { return out_begin[b] + t; }
  HEED_DEVICE T& stat(int64_t b, int64_t h, int64_t t) const { return stats[out_row(b, t) * heads.H + h]; }
  HEED_DEVICE T delta_of(int64_t b, int64_t h, int64_t t) const { return delta[out_row(b, t) * heads.H + h]; }

  // Rows first … first + rows of a head into the chip's memory, times `factor`.
  HEED_DEVICE void load(const Block& team, const T* x, int64_t first_row, int64_t h, int64_t width,
                        int64_t rows, T factor, T* tile) const {
    const T* from = x + first_row * heads.H * width + h * width;
    const int64_t stride = heads.H * width;
    team.each(rows * width, [&](int64_t i) {
      tile[i / width * (width + 1) + i % width] = from[i / width * stride + i % width] * factor;
    });
  }
  HEED_DEVICE static T dot(const T* a, const T* b, int64_t width) {
    T sum = 0;
    for (int64_t c = 0; c < width; ++c) sum += a[c] * b[c];
    return sum;
  }
  // The weight of key s for query t again, from tiles of (scaled) queries and of keys.
  HEED_DEVICE T weight(int64_t b, int64_t h, int64_t t, int64_t s, const T* query, const T* key) const {
    return heads.sees(b, t, s) ? std::exp(dot(query, key, K) - stat(b, h, t)) : T(0);
  }
};

// Calls f(team, b, h, first row, rows) for every tile of every head.
template <class T, class F>
void for_tiles(const Device& device, const Fused<T>& a, const Rows& rows, int64_t shared_bytes, const F& f) {
  const int64_t tiles = (rows.longest + a.R - 1) / a.R, H = a.heads.H, R = a.R;
  for_blocks(device, rows.B * H * tiles, shared_bytes, [=] HEED_DEVICE(Block team, int64_t i) {
    const int64_t b = i / tiles / H, h = i / tiles % H, first = i % tiles * R, left = rows.length[b] - first;
    if (left > 0) f(team, b, h, first, left < R ? left : R);
  });
}

}  // namespace heed::cuda

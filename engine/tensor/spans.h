// Where each sentence of a batch lies among the rows of a [N, D] tensor. Sentences of different lengths stand
// one after the other with no padding between them, so that no kernel ever computes on a pad; a padded
// [B, T, D] batch is the same thing with begin = b·T.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/base/error.h"

namespace heed {

struct Spans {
  std::vector<int32_t> begin;   // [B] first row
  std::vector<int32_t> length;  // [B] rows

  // Not inline: kernels of every level of the processor call it, and it is to be one function.
  static Spans packed(const std::vector<int32_t>& lengths);

  static Spans padded(int32_t T, const std::vector<int32_t>& lengths) {
    Spans spans;
    spans.length = lengths;
    for (size_t b = 0; b < lengths.size(); ++b) spans.begin.push_back(static_cast<int32_t>(b) * T);
    return spans;
  }

  // The same row for each of B sentences: a query that is learned, not computed.
  static Spans shared_row(size_t B) { return {std::vector<int32_t>(B, 0), std::vector<int32_t>(B, 1)}; }

  size_t B() const { return begin.size(); }

  int64_t rows() const {  // that a tensor must have to hold all spans
    int64_t n = 0;
    for (size_t b = 0; b < B(); ++b) n = std::max<int64_t>(n, int64_t{begin[b]} + length[b]);
    return n;
  }

  int64_t longest() const { return length.empty() ? 0 : *std::max_element(length.begin(), length.end()); }
};

}  // namespace heed

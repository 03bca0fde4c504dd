// Texts of different lengths, step by step, for what cannot be computed of all words at once: the longest
// text first, so that those that are alive at step t are the first ones, and nothing is computed on padding.
#pragma once

#include <vector>

#include "engine/tensor/spans.h"
#include "engine/tensor/tensor.h"

namespace heed::nn {

class Steps {
 public:
  explicit Steps(const Spans& texts);

  int64_t count() const { return static_cast<int64_t>(alive_.size()); }
  int64_t alive(int64_t t) const { return alive_[static_cast<size_t>(t)]; }
  int64_t first(int64_t t) const { return first_[static_cast<size_t>(t)]; }  // rows of the steps before

  const Tensor& texts() const { return order_; }    // int32 [B]: the longest first
  const Tensor& rows() const { return rows_; }      // int32 [N]: rows of the batch, step by step
  const Tensor& places() const { return places_; }  // int32 [N]: of each row of the batch its place there
  Tensor in_order(const Tensor& ids) const;         // ids [N] of the batch, step by step
  // Other texts that stand beside these, in the same order: those beside texts that are alive are the first.
  Spans beside(const Spans& others) const;
  Tensor beside(const Tensor& ids, const Spans& others) const;
  // Joins weights [1, S] of each text that is alive, step by step, on the host: flat [T, S] of each text.
  Tensor whole_maps(const std::vector<Tensor>& weights, const Spans& keys) const;

 private:
  Spans texts_;
  std::vector<int64_t> alive_, first_;
  Tensor order_, rows_, places_;
};

}  // namespace heed::nn

#include "engine/nn/steps.h"

#include <cstring>

#include "engine/base/order.h"

namespace heed::nn {

Steps::Steps(const Spans& texts) : texts_(texts) {
  const auto length = [&](size_t b) { return texts.length[b]; };
  const auto order = order_of(texts.B(), [&](size_t a, size_t b) { return length(a) > length(b); });
  std::vector<int32_t> rows, places(static_cast<size_t>(texts.rows()));
  for (int32_t t = 0; t < texts.longest(); ++t) {
    first_.push_back(static_cast<int64_t>(rows.size()));
    for (const size_t b : order) {
      if (length(b) <= t) break;
      const int32_t row = texts.begin[b] + t;
      places[static_cast<size_t>(row)] = static_cast<int32_t>(rows.size());
      rows.push_back(row);
    }
    alive_.push_back(static_cast<int64_t>(rows.size()) - first_.back());
  }
  order_ = Tensor::list(std::vector<int32_t>(order.begin(), order.end())), rows_ = Tensor::list(rows),
  places_ = Tensor::list(places);
}

Tensor Steps::in_order(const Tensor& ids) const {
  std::vector<int32_t> all;
  for (const int32_t row : rows_.values<int32_t>()) all.push_back(ids.data<int32_t>()[row]);
  return Tensor::list(all);
}

Spans Steps::beside(const Spans& others) const {
  std::vector<int32_t> lengths;
  for (const int32_t b : order_.values<int32_t>()) lengths.push_back(others.length[static_cast<size_t>(b)]);
  return Spans::packed(lengths);
}

Tensor Steps::beside(const Tensor& ids, const Spans& others) const {
  std::vector<int32_t> all;
  for (const int32_t b : order_.values<int32_t>()) {
    const int32_t* first = ids.data<int32_t>() + others.begin[static_cast<size_t>(b)];
    all.insert(all.end(), first, first + others.length[static_cast<size_t>(b)]);
  }
  return Tensor::list(all);
}

Tensor Steps::whole_maps(const std::vector<Tensor>& weights, const Spans& keys) const {
  std::vector<size_t> begin;
  size_t count = 0;
  for (size_t b = 0; b < texts_.B(); ++b) {
    begin.push_back(count);
    count += static_cast<size_t>(texts_.length[b]) * static_cast<size_t>(keys.length[b]);
  }
  const DType type = weights.front().dtype();
  Tensor whole({static_cast<int64_t>(count)}, type);
  const size_t size = size_of(type);
  for (size_t t = 0; t < weights.size(); ++t) {
    const char* from = static_cast<const char*>(weights[t].raw());
    for (int64_t i = 0; i < alive(static_cast<int64_t>(t)); ++i) {
      const auto b = static_cast<size_t>(order_.data<int32_t>()[i]);
      const auto S = static_cast<size_t>(keys.length[b]);
      std::memcpy(static_cast<char*>(whole.raw()) + (begin[b] + t * S) * size, from, S * size);
      from += S * size;
    }
  }
  return whole;
}

}  // namespace heed::nn

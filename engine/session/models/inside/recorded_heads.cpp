#include "engine/session/models/inside/recorded_heads.h"

#include <algorithm>
#include <cmath>

#include "engine/base/order.h"
#include "engine/kernels/kernels.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {
namespace {

// Columns [first, first + count) of x.
Tensor columns(const Tensor& x, int64_t first, int64_t count) {
  Tensor part({x.size(0), count}, x.dtype());
  for (int64_t n = 0; n < x.size(0); ++n)
    std::copy_n(x.data<float>() + n * x.size(1) + first, count, part.data<float>() + n * count);
  return part;
}

}  // namespace

RecordedHeads::RecordedHeads(Device device, int64_t heads, std::vector<Layer> layers)
    : device_(std::move(device)), heads_(heads), layers_(std::move(layers)) {
  device_.threads = nullptr;
}

const RecordedHeads::Layer& RecordedHeads::layer(int l) const {
  check(l >= 0 && static_cast<size_t>(l) < layers_.size(), "[attention] there is no layer ", l,
        ": the model has ", layers_.size(), ", from 0.");
  return layers_[static_cast<size_t>(l)];
}

void RecordedHeads::compute(const Layer& layer, int64_t head, float* to) const {
  const int64_t T = layer.q.size(0), K = layer.q.size(1) / heads_;
  const Spans text = Spans::packed({static_cast<int32_t>(T)});
  const Tensor weights = Tensor::over({to, [](void*) {}}, {T * T}, DType::kFloat32);
  const AttentionPlan plan{text, text, 1, 1 / std::sqrt(static_cast<double>(K)), layer.causal, layer.reach};
  device_.kernels->attention.weights(device_, plan, columns(layer.q, head * K, K),
                                     columns(layer.k, head * K, K), weights);
}

std::vector<float> RecordedHeads::weights(int l, int head) const {
  const Layer& from = layer(l);
  const auto cells = static_cast<size_t>(from.q.size(0) * from.q.size(0));
  check(head >= kMean && head < heads_, "[attention] there is no head ", head, ": the model has ", heads_,
        ", from 0.");
  std::vector<float> weights(cells);
  if (head != kMean) {
    compute(from, head, weights.data());
    return weights;
  }
  std::vector<float> one(cells);
  for (int64_t h = 0; h < heads_; ++h) {
    compute(from, h, one.data());
    for (size_t i = 0; i < cells; ++i) weights[i] += one[i] / static_cast<float>(heads_);
  }
  return weights;
}

void summarise_heads(const Heads& heads, Analysis& analysis, int top) {
  const AttentionMap& last = analysis.attention.back();
  analysis.received.assign(static_cast<size_t>(last.S), 0.0);
  std::vector<Pair> pairs;
  for (int head = 0; head < last.H; ++head) {
    Analysis part;
    AttentionMap map = last;
    map.H = 1;
    map.weights = heads.weights(last.layer, head);
    summarise_attention(map, part, top);
    for (size_t s = 0; s < part.received.size(); ++s)
      analysis.received[s] += part.received[s] / static_cast<double>(last.H);
    for (Pair& pair : part.top_pairs) {
      pair.head = head;
      pairs.push_back(pair);
    }
  }
  sort_stably(pairs, [](const Pair& a, const Pair& b) { return a.weight > b.weight; });
  pairs.resize(std::min(pairs.size(), static_cast<size_t>(std::max(top, 0))));
  analysis.top_pairs = std::move(pairs);
}

}  // namespace heed::session

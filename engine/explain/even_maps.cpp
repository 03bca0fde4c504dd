#include "engine/explain/even_maps.h"

#include "engine/explain/other_maps.h"

namespace heed::explain {
namespace {

// One after the other, as the texts of a batch lie in a point's value.
std::vector<double> even_weights(const AttentionPoint& point, const std::vector<EncodedText>& texts,
                                 const std::vector<int>& chosen) {
  std::vector<double> weights;
  for (const int index : chosen) {
    const auto N = static_cast<int64_t>(texts[static_cast<size_t>(index)].ids.size());
    const std::vector<double> one = even({point.heads, point.kind == "pooling" ? 1 : N, N, {}}, point.reach);
    weights.insert(weights.end(), one.begin(), one.end());
  }
  return weights;
}

}  // namespace

Matrix logits_of_even(const Subject& subject, const std::vector<EncodedText>& texts) {
  Matrix all;
  for (const std::vector<int>& chosen : batches_of(subject, texts)) {
    const TextBatch batch = make_batch(texts, chosen);
    const Pass plain = run(subject, batch, {map_points(subject.anatomy), {}, {}, {}});
    Asked asked;
    for (const AttentionPoint& point : subject.anatomy.maps) {
      const Tensor& own = plain.value(point.name);
      asked.patches[point.name] = {Tensor::zeros(own.shape(), own.dtype()),
                                   tensor_of(even_weights(point, texts, chosen), own.shape(), own.dtype())};
    }
    all.append(run(subject, batch, asked).logits);
  }
  return all;
}

}  // namespace heed::explain

#include "engine/tasks/masked_figures.h"

#include <algorithm>

namespace heed {
namespace {

// Words are hidden for certain, with as much around them in every run.
constexpr int64_t kMeasuredLength = 128;
const MaskingOptions kMeasured{0.15, std::nullopt, "pieces", 1, 0};

}  // namespace

StepBatch hidden_batch(const std::vector<std::vector<int32_t>>& texts, const MaskingPieces& pieces,
                       const MaskingOptions& options, double share, RandomStream stream) {
  std::vector<int32_t> ids, lengths;
  for (const std::vector<int32_t>& text : texts) {
    ids.insert(ids.end(), text.begin(), text.end());
    lengths.push_back(static_cast<int32_t>(text.size()));
  }
  const Masked hidden = mask_words(ids, pieces, options, share, stream);
  StepBatch made;
  made.batch.ids = Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
  made.batch.sentences = Spans::packed(lengths);
  made.batch.places = Tensor::of<int32_t>({static_cast<int64_t>(hidden.places.size())}, hidden.places);
  made.labels = Tensor::of<int32_t>({static_cast<int64_t>(hidden.labels.size())}, hidden.labels);
  return made;
}

nlohmann::json masked_figures(const Network& network, const Device& device, const PackedCorpus& corpus,
                              const MaskingPieces& pieces) {
  const int64_t length = std::min(kMeasuredLength, network.max_tokens()) - corpus.ends.count();
  return corpus_figures(network, device, corpus, length, [&](const auto& rows, uint32_t number) {
    std::vector<std::vector<int32_t>> texts;
    for (const auto& [first, count] : rows)
      for (auto& text : corpus.row(first, count)) texts.push_back(std::move(text));
    if (texts.empty()) return StepBatch{};
    return hidden_batch(texts, pieces, kMeasured, kMeasured.share, random_stream(0, number, kMaskingTensor));
  });
}

}  // namespace heed

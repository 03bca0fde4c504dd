#include "engine/tasks/masked_figures.h"

#include <algorithm>
#include <cmath>

#include "engine/autograd/ops.h"
#include "engine/base/clock.h"
#include "engine/tensor/pool.h"

namespace heed {
namespace {

constexpr int64_t kTokensAtOnce = 4096;
// Words are hidden for certain, with as much around them in every run.
constexpr int64_t kMeasuredLength = 128;
const MaskingOptions kMeasured{0.15, std::nullopt, "pieces", 1, 0};

struct Figures {
  double loss = 0;
  int64_t hidden = 0, correct = 0, tokens = 0;
  double seconds = 0;

  void add(const Figures& other) {
    loss += other.loss;
    hidden += other.hidden;
    correct += other.correct;
    tokens += other.tokens;
    seconds += other.seconds;
  }
  nlohmann::json json() const {
    const double mean = loss / static_cast<double>(hidden);
    return {{"loss", mean},
            {"accuracy", static_cast<double>(correct) / static_cast<double>(hidden)},
            {"perplexity", std::exp(mean)},
            {"n", hidden},
            {"tokens", tokens},
            {"tokens_per_second", static_cast<double>(tokens) / std::max(seconds, 1e-9)}};
  }
};

Figures measure_batch(const Network& network, Context& ctx, const StepBatch& made) {
  const Clock::time_point start = Clock::now();
  const Variable logits = network.forward(ctx, made.batch);
  Figures figures;
  figures.hidden = made.labels.count();
  figures.tokens = made.batch.ids.count();
  figures.loss = ctx.host(cross_entropy(ctx, logits, made.labels).value()).data<float>()[0] *
                 static_cast<double>(figures.hidden);
  const Tensor scores = ctx.host(logits.value());
  const int64_t V = scores.shape()[1];
  const float* row = scores.data<float>();
  for (int32_t label : made.labels.values<int32_t>()) {
    figures.correct += std::max_element(row, row + V) - row == label ? 1 : 0;
    row += V;
  }
  figures.seconds = seconds_since(start);
  return figures;
}

Figures measure(const Network& network, const Device& device, const PackedCorpus& corpus,
                const PackedCorpus::HeldOut& source, const MaskingPieces& pieces) {
  Pool memory(*device.memory);
  Figures figures;
  const int64_t count =
      std::max<int64_t>(1, std::min(kMeasuredLength, network.max_tokens()) - corpus.ends.count());
  uint32_t number = 0;
  for (int64_t at = 0; at < source.count;) {
    std::vector<std::vector<int32_t>> texts;
    for (int64_t tokens = 0; at < source.count && tokens < kTokensAtOnce; at += count, tokens += count)
      for (auto& text : corpus.row(source.first + at, std::min(count, source.count - at)))
        texts.push_back(std::move(text));
    if (texts.empty()) continue;
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    figures.add(measure_batch(
        network, ctx,
        hidden_batch(texts, pieces, kMeasured, kMeasured.share, random_stream(0, number++, kMaskingTensor))));
  }
  return figures;
}

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
  Figures all;
  nlohmann::json corpora = nlohmann::json::array();
  for (const PackedCorpus::HeldOut& source : corpus.held_out) {
    if (source.count == 0) continue;
    const Figures figures = measure(network, device, corpus, source, pieces);
    if (figures.hidden == 0) continue;
    all.add(figures);
    corpora.push_back(figures.json());
    corpora.back()["name"] = source.name;
  }
  if (all.hidden == 0) return nullptr;
  nlohmann::json report = all.json();
  report["corpora"] = std::move(corpora);
  return report;
}

}  // namespace heed

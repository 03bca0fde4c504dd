#include "engine/tasks/corpus_figures.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/autograd/ops.h"
#include "engine/base/clock.h"
#include "engine/tensor/pool.h"

namespace heed {
namespace {

constexpr int64_t kTokensAtOnce = 4096;

struct Figures {
  double loss = 0;
  int64_t asked = 0, correct = 0, tokens = 0;
  double seconds = 0;

  void add(const Figures& other) {
    loss += other.loss;
    asked += other.asked;
    correct += other.correct;
    tokens += other.tokens;
    seconds += other.seconds;
  }
  nlohmann::json json() const {
    const double mean = loss / static_cast<double>(asked);
    return {{"loss", mean},
            {"accuracy", static_cast<double>(correct) / static_cast<double>(asked)},
            {"perplexity", std::exp(mean)},
            {"n", asked},
            {"tokens", tokens},
            {"tokens_per_second", static_cast<double>(tokens) / std::max(seconds, 1e-9)}};
  }
};

Figures measure_batch(const Network& network, Context& ctx, const StepBatch& made) {
  const Clock::time_point start = Clock::now();
  const Variable logits = network.forward(ctx, made.batch);
  Figures figures;
  figures.asked = made.labels.count();
  figures.tokens = made.batch.ids.count();
  figures.loss = ctx.host(cross_entropy(ctx, logits, made.labels).value()).data<float>()[0] *
                 static_cast<double>(figures.asked);
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

Figures measure(const Network& network, const Device& device, const PackedCorpus::HeldOut& source,
                int64_t length, const HeldOutBatch& make) {
  Pool memory(*device.memory);
  Figures figures;
  uint32_t number = 0;
  for (int64_t at = 0; at < source.count;) {
    std::vector<std::pair<int64_t, int64_t>> rows;
    for (int64_t tokens = 0; at < source.count && tokens < kTokensAtOnce; at += length, tokens += length)
      rows.emplace_back(source.first + at, std::min(length, source.count - at));
    const StepBatch made = make(rows, number);
    if (!made.labels.defined() || made.labels.count() == 0) continue;
    ++number;
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    figures.add(measure_batch(network, ctx, made));
  }
  return figures;
}

}  // namespace

nlohmann::json corpus_figures(const Network& network, const Device& device, const PackedCorpus& corpus,
                              int64_t length, const HeldOutBatch& make) {
  Figures all;
  nlohmann::json corpora = nlohmann::json::array();
  for (const PackedCorpus::HeldOut& source : corpus.held_out) {
    if (source.count == 0) continue;
    const Figures figures = measure(network, device, source, std::max<int64_t>(1, length), make);
    if (figures.asked == 0) continue;
    all.add(figures);
    corpora.push_back(figures.json());
    corpora.back()["name"] = source.name;
  }
  if (all.asked == 0) return nullptr;
  nlohmann::json report = all.json();
  report["corpora"] = std::move(corpora);
  return report;
}

}  // namespace heed

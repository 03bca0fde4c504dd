// A step is cut into parts by its batches alone, so that any number of ranks adds up the same numbers.
#include <algorithm>
#include <functional>

#include "engine/train/gradient_steps.h"

namespace heed {

namespace {

// Another part costs another call of each kernel, products of fewer rows and a sum of gradients: with so much
// to compute in each that is less than a twentieth. A GPU wants large steps:
// there each rank has one part.
int parts_of_batch(const Network& network, const Device& device, const TrainingOptions& options, int ranks,
                   int64_t tokens, int64_t texts) {
  constexpr int64_t kTokens = 256, kMultiplyAdds = 40'000'000;
  constexpr int kMost = 8;
  if (options.batch_parts > 0) return options.batch_parts;
  if (network.reads_steps_whole()) return 1;
  if (device.separate) return ranks;
  const int64_t most = std::min({tokens / kTokens, network.multiply_adds(tokens) / kMultiplyAdds, texts});
  int parts = 1;
  while (parts < kMost && 2 * parts <= most) parts *= 2;
  return parts;
}

}  // namespace

// No batch of any epoch has more tokens than the longest texts have together.
int most_parts(const NetworkTask& task, const Network& network, const Device& device,
               const TrainingOptions& options) {
  size_t texts = 0;
  for (const int epoch : {0, std::max(0, options.epochs - 1)})
    for (const Batch& batch : task.batches(options, epoch)) texts = std::max(texts, batch.size());
  std::vector<int> lengths = task.lengths();
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  int64_t tokens = 0;
  for (size_t i = 0; i < texts; ++i) tokens += lengths[std::min(i, lengths.size() - 1)];
  return parts_of_batch(network, device, options, 1, tokens, static_cast<int64_t>(texts));
}

std::vector<StepBatch> GradientSteps::batches(int64_t in_epoch) const {
  const auto accumulate = static_cast<size_t>(options_.accumulate);
  const size_t first = static_cast<size_t>(in_epoch) * accumulate;
  std::vector<StepBatch> all;
  for (size_t i = 0; i < accumulate && first + i < batches_.size(); ++i) {
    StepBatch& made = all.emplace_back(
        make_step(state_.step * options_.accumulate + static_cast<int64_t>(i), batches_[first + i]));
    if (made.own_words > 0) task_.mix_in(network_, device_, made);
  }
  return all;
}

// A part of the step has that part of each of its batches.
StepParts GradientSteps::cut(std::vector<StepBatch> batches) const {
  double weight = 0;
  for (const StepBatch& batch : batches) weight += task_.weight(batch);
  StepParts all;
  for (StepBatch& batch : batches) {
    const int count = parts_of_batch(network_, device_, options_, ranks_ ? ranks_->size() : 1,
                                     batch.batch.ids.count(), batch.batch.sentences.B());
    std::vector<StepBatch> parts;
    if (count > 1)
      parts = parts_of(batch, task_.output(), count);
    else
      parts.push_back(std::move(batch));
    const bool is_the_step = count == 1 && batches.size() == 1;
    all.count = std::max(all.count, count);
    all.own.resize(static_cast<size_t>(all.count));
    for (size_t p = 0; p < parts.size(); ++p) {
      parts[p].share = is_the_step ? 1 : task_.weight(parts[p]) / std::max(weight, 1e-30);
      all.own[p].push_back(std::move(parts[p]));
    }
  }
  return all;
}

StepParts GradientSteps::parts(int64_t in_epoch) const {
  if (ranks_ && ranks_->rank() > 0) return receive_parts(*ranks_);
  StepParts all = cut(batches(in_epoch));
  return ranks_ ? share_out(std::move(all), *ranks_) : all;
}

}  // namespace heed

#include "engine/tasks/own_words.h"

#include <algorithm>

#include "engine/base/random.h"
#include "engine/tensor/pool.h"

namespace heed {
namespace {

constexpr uint32_t kStream = 0x0e11e5;  // apart from those of dropout, which are counted from 0

std::vector<int32_t> likeliest(const Tensor& scores) {
  std::vector<int32_t> words;
  const int64_t V = scores.size(1);
  for (int64_t n = 0; n < scores.size(0); ++n) {
    const float* row = scores.data<float>() + n * V;
    words.push_back(static_cast<int32_t>(std::max_element(row, row + V) - row));
  }
  return words;
}

}  // namespace

void mix_in_own_words(const Network& network, const Device& device, uint64_t seed, StepBatch& batch) {
  Pool memory(*device.memory);
  Context ctx;
  ctx.device = &device;
  ctx.memory = &memory;
  const std::vector<int32_t> own = likeliest(ctx.host(network.forward(ctx, batch.batch).value()));
  const RandomStream stream = random_stream(seed, static_cast<uint32_t>(batch.step), kStream);
  std::vector<int32_t> told = batch.batch.target_ids.values<int32_t>();
  const Spans& targets = batch.batch.targets;
  for (size_t b = 0; b < targets.B(); ++b)
    for (int32_t t = 1; t < targets.length[b]; ++t) {
      const auto place = static_cast<size_t>(targets.begin[b]) + static_cast<size_t>(t);
      if (static_cast<double>(uniform(stream, static_cast<uint32_t>(place))) < batch.own_words)
        told[place] = own[place - 1];
    }
  batch.batch.target_ids = Tensor::list(told);
}

}  // namespace heed

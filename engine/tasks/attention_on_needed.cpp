#include "engine/tasks/attention_on_needed.h"

#include <algorithm>

#include "engine/tensor/pool.h"
#include "engine/trace/trace.h"

namespace heed {

double attention_on_needed(const Network& network, const Device& device, const Examples& examples) {
  constexpr size_t kMost = 200;
  const AttentionPoint point = network.attention().back();
  Pool memory(*device.memory);
  size_t count = 0;
  double sum = 0;
  for (size_t i = 0; i < examples.size() && count < kMost; ++i) {
    if (examples.needed[i].empty()) continue;
    Trace trace;
    trace.watch(point.name);
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    ctx.trace = &trace;
    network.forward(ctx, make_batch(examples.texts, {static_cast<int>(i)}));
    const Tensor* weights = trace.find(point.name);
    const auto S = static_cast<int64_t>(examples.texts[i].ids.size());
    if (weights == nullptr || S == 0) continue;
    ++count;
    const Tensor host = on_host(device, *weights);
    const int64_t H = point.heads, rows = host.count() / (H * S);
    for (int64_t h = 0; h < H; ++h)
      for (const int word : examples.needed[i])
        if (word < S)
          sum += static_cast<double>(host.data<float>()[(h * rows + rows - 1) * S + word]) /
                 static_cast<double>(H);
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace heed

#include "engine/tasks/evaluate.h"

#include <algorithm>
#include <numeric>

#include "engine/tensor/arena.h"

namespace heed {

std::vector<double> predict(const Network& model, const Device& device,
                            const std::vector<EncodedText>& texts) {
  constexpr size_t kBatch = 64;
  Arena arena(*device.memory);
  std::vector<double> probabilities;
  for (size_t first = 0; first < texts.size(); first += kBatch) {
    std::vector<int> chosen(std::min(kBatch, texts.size() - first));
    std::iota(chosen.begin(), chosen.end(), static_cast<int>(first));
    Context ctx;
    ctx.device = &device;
    ctx.memory = &arena;
    const Variable logits = model.forward(ctx, make_batch(texts, chosen));
    const Tensor result = ctx.make(logits.shape(), logits.dtype());
    ctx.kernels().softmax.softmax(device, logits.value(), result);
    const Tensor p = ctx.host(result);
    probabilities.insert(probabilities.end(), p.data<float>(), p.data<float>() + p.count());
    arena.reset();
  }
  return probabilities;
}

Metrics evaluate(const Network& model, const Device& device, const Examples& examples,
                 const std::vector<std::string>& labels) {
  return compute_metrics(examples.labels, predict(model, device, examples.texts), labels);
}

}  // namespace heed

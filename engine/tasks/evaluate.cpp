#include "engine/tasks/evaluate.h"

#include <algorithm>
#include <numeric>

#include "engine/autograd/ops.h"
#include "engine/tensor/arena.h"

namespace heed {

std::vector<double> predict(const Network& model, const Device& device, size_t examples,
                            const std::function<StepBatch(const Batch& chosen)>& batch) {
  constexpr size_t kBatch = 64;
  Arena arena(*device.memory);
  std::vector<double> probabilities;
  for (size_t first = 0; first < examples; first += kBatch) {
    Batch chosen(std::min(kBatch, examples - first));
    std::iota(chosen.begin(), chosen.end(), static_cast<int>(first));
    const StepBatch some = batch(chosen);
    Context ctx;
    ctx.device = &device;
    ctx.memory = &arena;
    const Variable answer = model.forward(ctx, some.batch);
    const Variable logits = some.rows.defined() ? embedding(ctx, answer, some.rows) : answer;
    const Tensor result = ctx.make(logits.shape(), logits.dtype());
    ctx.kernels().softmax.softmax(device, logits.value(), result);
    const Tensor p = ctx.host(result);
    probabilities.insert(probabilities.end(), p.data<float>(), p.data<float>() + p.count());
    arena.reset();
  }
  return probabilities;
}

std::vector<double> predict(const Network& model, const Device& device,
                            const std::vector<EncodedText>& texts) {
  return predict(model, device, texts.size(), [&](const Batch& chosen) {
    StepBatch some;
    some.batch = make_batch(texts, chosen);
    return some;
  });
}

Metrics evaluate(const Network& model, const Device& device, const Examples& examples,
                 const std::vector<std::string>& labels) {
  return compute_metrics(examples.labels, predict(model, device, examples.texts), labels);
}

}  // namespace heed

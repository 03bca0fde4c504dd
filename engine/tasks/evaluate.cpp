#include "engine/tasks/evaluate.h"

#include <algorithm>
#include <numeric>

#include "engine/autograd/ops.h"
#include "engine/tensor/pool.h"

namespace heed {
namespace {
constexpr int64_t kMostTokens = 1 << 13;  // of long texts fewer go into a batch
constexpr size_t kBatch = 64;
}  // namespace

void for_answers(const Network& network, const Device& device, size_t examples, size_t at_once,
                 const MakeBatch& make, const UseAnswer& use, Trace* trace) {
  Pool memory(*device.memory);
  for (size_t first = 0, count = 0; first < examples; first += count) {
    Batch chosen;
    StepBatch batch;
    for (count = std::min(at_once, examples - first);; count = (count + 1) / 2) {
      chosen.resize(count);
      std::iota(chosen.begin(), chosen.end(), static_cast<int>(first));
      batch = make(chosen);
      if (count == 1 || batch.batch.ids.count() <= kMostTokens) break;
    }
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    ctx.trace = trace;
    use(ctx, batch, network.forward(ctx, batch.batch), chosen);
  }
}

std::vector<double> predict(const Network& model, const Device& device, size_t examples,
                            const MakeBatch& make) {
  const AnswerKind answers = model.output() == Output::kTexts ? model.answers() : AnswerKind::kOneClass;
  std::vector<double> probabilities;
  const auto take = [&](Context& ctx, const StepBatch& batch, const Variable& answer, const Batch&) {
    const Variable logits = batch.rows.defined() ? embedding(ctx, answer, batch.rows) : answer;
    const std::vector<double> z = ctx.host(logits.value()).to(DType::kFloat64).values<double>();
    const int64_t C = logits.shape().columns();
    for (int64_t row = 0; row < logits.shape().rows(); ++row) {
      const std::vector<double> p = answers_to(z.data() + row * C, C, answers);
      probabilities.insert(probabilities.end(), p.begin(), p.end());
    }
  };
  for_answers(model, device, examples, kBatch, make, take);
  return probabilities;
}

namespace {

MakeBatch batches_of(const std::vector<EncodedText>& texts) {
  return [&texts](const Batch& chosen) {
    StepBatch some;
    some.batch = make_batch(texts, chosen);
    return some;
  };
}

}  // namespace

std::vector<double> predict(const Network& model, const Device& device,
                            const std::vector<EncodedText>& texts) {
  return predict(model, device, texts.size(), batches_of(texts));
}

std::vector<float> text_vectors(const Network& model, const Device& device,
                                const std::vector<EncodedText>& texts) {
  Trace trace;
  trace.watch(kTextVector);
  std::vector<float> vectors;
  const auto take = [&](Context&, const StepBatch&, const Variable&, const Batch&) {
    const std::vector<float> some = trace.find(kTextVector)->values<float>();
    vectors.insert(vectors.end(), some.begin(), some.end());
    trace.clear();
  };
  for_answers(model, device, texts.size(), kBatch, batches_of(texts), take, &trace);
  return vectors;
}

Metrics evaluate(const Network& model, const Device& device, const Examples& examples,
                 const std::vector<std::string>& labels) {
  return compute_metrics(examples.labels, predict(model, device, examples.texts), labels);
}

}  // namespace heed

#include "engine/explain/guided.h"

#include <algorithm>
#include <numeric>

#include "engine/autograd/ops.h"
#include "engine/data/batches.h"
#include "engine/explain/adversarial.h"
#include "engine/explain/maps.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/nn/layers.h"
#include "engine/optim/optimizer.h"
#include "engine/tensor/arena.h"

namespace heed::explain {
namespace {

constexpr double kDeviation = 0.3;  // of the first word vectors
constexpr size_t kAtOnce = 256;     // texts that are answered together

struct GuidedBatch {
  Tensor ids, weights, labels;  // [N], [N], [B]
  Spans texts;
};

GuidedBatch batch_of(const std::vector<GuidedText>& texts, const std::vector<int>& rows) {
  std::vector<int32_t> ids, lengths, labels;
  std::vector<float> weights;
  for (const int row : rows) {
    const GuidedText& text = texts[static_cast<size_t>(row)];
    ids.insert(ids.end(), text.ids.begin(), text.ids.end());
    for (const double weight : text.weights) weights.push_back(static_cast<float>(weight));
    lengths.push_back(static_cast<int32_t>(text.ids.size()));
    labels.push_back(text.label);
  }
  const auto N = static_cast<int64_t>(ids.size()), B = static_cast<int64_t>(labels.size());
  return {Tensor::of<int32_t>({N}, ids), Tensor::of<float>({N}, weights), Tensor::of<int32_t>({B}, labels),
          Spans::packed(lengths)};
}

int64_t words_of(const std::vector<GuidedText>& texts) {
  int64_t V = 0;
  for (const GuidedText& text : texts)
    for (const int32_t id : text.ids) V = std::max(V, int64_t{id} + 1);
  return V;
}

struct GuidedNetwork {
  Parameters parameters;
  nn::Embedding words;
  nn::Linear token, classes;

  GuidedNetwork(int64_t V, int64_t C, const GuidedOptions& o)
      : parameters(o.seed),
        words(parameters, "words", V, o.embedding, kDeviation),
        token(parameters, "token", o.embedding, o.hidden),
        classes(parameters, "classes", o.hidden, C) {}

  Variable operator()(Context& ctx, const GuidedBatch& batch) const {
    const Variable h = token(ctx, words(ctx, batch.ids), Activation::kTanh);           // [N, hidden]
    return classes(ctx, weighted_pool(ctx, Variable(batch.weights), h, batch.texts));  // [B, C]
  }
};

void learn(GuidedNetwork& network, const Device& device, const std::vector<GuidedText>& texts,
           const GuidedOptions& options) {
  Optimizer optimizer(network.parameters, device, {});
  Arena memory(*device.memory);
  for (int epoch = 0; epoch < options.epochs; ++epoch)
    for (const Batch& rows :
         shuffled_batches(texts.size(), static_cast<size_t>(options.batch_size), options.seed, epoch)) {
      const GuidedBatch batch = batch_of(texts, rows);
      Tape tape;
      Context ctx;
      ctx.device = &device;
      ctx.memory = &memory;
      ctx.tape = &tape;
      tape.backward(cross_entropy(ctx, network(ctx, batch), batch.labels));
      optimizer.step(options.rate);
      network.parameters.clear_grads();
      memory.reset();
    }
  optimizer.catch_up();
}

}  // namespace

Matrix guided_logits(int64_t C, const std::vector<GuidedText>& train, const std::vector<GuidedText>& test,
                     const GuidedOptions& options) {
  const Device device = cpu::device();
  GuidedNetwork network(std::max(words_of(train), words_of(test)), C, options);
  learn(network, device, train, options);
  Matrix logits(static_cast<int64_t>(test.size()), C);
  Arena memory(*device.memory);
  std::vector<int> rows;
  for (size_t first = 0; first < test.size(); first += kAtOnce) {
    rows.resize(std::min(kAtOnce, test.size() - first));
    std::iota(rows.begin(), rows.end(), static_cast<int>(first));
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    const Matrix answers = matrix_of(network(ctx, batch_of(test, rows)).value());
    std::copy(answers.values.begin(), answers.values.end(), logits.row(static_cast<int64_t>(first)));
    memory.reset();
  }
  return logits;
}

const char* name_of(Guide guide) {
  return guide == Guide::kOwn ? "learned" : guide == Guide::kEven ? "even" : "adversarial";
}

GuidedText guided(const Subject& subject, const EncodedText& text, int label, Guide guide, uint64_t seed) {
  const size_t N = text.ids.size();
  GuidedText given{text.ids, std::vector<double>(N, 1 / static_cast<double>(N)), label};
  if (guide == Guide::kEven) return given;
  const MapAnswers answers(subject, text);
  Map map = answers.own();
  if (guide == Guide::kAdversarial) {
    AdversarialOptions options;
    options.seed = seed;
    map.weights = adversarial(answers, options).map;
  }
  given.weights = attention_received({map});
  const double sum = std::accumulate(given.weights.begin(), given.weights.end(), 0.0);
  if (sum > 0)
    for (double& weight : given.weights) weight /= sum;
  return given;
}

}  // namespace heed::explain

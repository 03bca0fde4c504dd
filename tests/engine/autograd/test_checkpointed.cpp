// Layers that are computed again on the way back: the same gradients to the bit, in a fraction of the memory.
#include <map>

#include "engine/models/bert.h"
#include "engine/models/modern_bert.h"
#include "engine/models/sequence_transformer.h"
#include "engine/tensor/pool.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

BertConfig deep() {
  BertConfig c;
  c.V = 40;
  c.D = c.embedding = 32;
  c.heads = 4;
  c.layers = 8;
  c.feed_forward = 128;
  c.positions = 64;
  c.head = BertHead::kClassification;
  c.labels = {"no", "yes", "maybe"};
  c.deviation = 0.2;
  c.dropout = 0.1;
  c.attention_dropout = 0.2;
  return c;
}

TextBatch batch_of(const std::vector<int32_t>& lengths) {
  TextBatch batch;
  batch.sentences = Spans::packed(lengths);
  batch.ids = Tensor::zeros({batch.sentences.rows()}, DType::kInt32);
  for (int64_t n = 0; n < batch.ids.count(); ++n)
    batch.ids.data<int32_t>()[n] = static_cast<int32_t>(7 * n % 40);
  return batch;
}

SequenceTransformerConfig deep_pairs() {
  SequenceTransformerConfig c;
  c.V = 40, c.D = 32, c.positions = 64;
  c.encoder_layers = c.decoder_layers = 4;
  c.encoder_feed_forward = c.decoder_feed_forward = 128;
  c.deviation = 0.2;
  return c;
}

TextBatch pairs_of(const std::vector<int32_t>& read, const std::vector<int32_t>& written) {
  TextBatch batch = batch_of(read);
  const TextBatch targets = batch_of(written);
  batch.target_ids = targets.ids, batch.targets = targets.sentences;
  return batch;
}

struct Learned {
  std::map<std::string, Tensor> gradients;
  double loss = 0;
  uint32_t masks = 0;
  size_t bytes = 0;  // that the pass needed
};

// A forward and backward pass of `bert`, `frozen` layers of which require no gradient.
Learned learn(const Device& device, const Network& bert, const TextBatch& batch, bool again,
              bool fused = false) {
  Pool memory(*device.memory, 1 << 16);
  Tape tape;
  Context ctx;
  ctx.device = &device;
  ctx.memory = &memory;
  ctx.tape = &tape;
  ctx.training = !fused;  // without dropout of its weights attention is one op on some devices
  ctx.dropout = {3, 5, 0};
  ctx.recompute = again;
  bert.parameters().clear_grads();
  const Variable scores = bert.forward(ctx, batch);
  const Variable loss = cross_entropy(ctx, scores, Tensor::zeros({scores.value().size(0)}, DType::kInt32));
  tape.backward(loss);
  Learned learned;
  for (const Variable& parameter : bert.parameters().all())
    learned.gradients[parameter.node().name] = dense_gradient(parameter, device).clone();
  learned.loss = static_cast<double>(on_host(device, loss.value()).data<float>()[0]);
  learned.masks = ctx.dropout.tensor;
  learned.bytes = memory.bytes();
  bert.parameters().clear_grads();
  return learned;
}

void check_identical(const Learned& a, const Learned& b) {
  CHECK(a.loss == b.loss);
  CHECK(a.masks == b.masks);
  for (const auto& [name, gradient] : a.gradients) {
    CAPTURE(name);
    CHECK(identical(gradient, b.gradients.at(name)));
  }
}

struct Added {
  Variable pass(Context& ctx, const Variable& x, const Variable& W, const Variable& b) const {
    const Variable h = dropout(ctx, 0.3, linear(ctx, x, W, b, Activation::kTanh));
    return add(ctx, dropout(ctx, 0.2, x), h);
  }
};

constexpr Added kAdded;  // which is there for the way back

struct Choosing {
  Variable pass(Context& ctx, const Variable& x) const {
    ctx.choices.push_back(x);
    return x;
  }
};

}  // namespace

TEST_CASE("gradient: a layer that is computed again", "[gradient][recompute]") {
  const Op op = [](Context& ctx, const std::vector<Variable>& v) {
    ctx.training = true;
    ctx.dropout = {3, 1, 0};
    ctx.recompute = true;
    const auto layer = [&](const Variable& x) {
      return checkpointed(ctx, kAdded, &Added::pass, x, v[1], v[2]);
    };
    const Variable x =
        activate(ctx, Activation::kTanh, v[0]);  // read by both layers and once more behind them
    const Variable y = layer(layer(x));
    return add(ctx, layer(x), dropout(ctx, 0.1, multiply(ctx, y, x)));
  };
  check_gradients(op, {random_tensor({5, 4}, 1), random_tensor({4, 4}, 2), random_tensor({4}, 3)});
}

TEST_CASE("Layers that are computed again give the same bits in a fraction of the memory", "[recompute]") {
  const Device device = cpu::device();
  const Bert bert(deep(), uint64_t{5});
  const TextBatch batch = batch_of({30, 12, 50, 7, 41, 60});
  const Learned kept = learn(device, bert, batch, false), again = learn(device, bert, batch, true);
  check_identical(again, kept);
  CHECK(again.masks == 8 * 3 + 2);
  const size_t weights = static_cast<size_t>(bert.parameters().count()) * sizeof(float);
  CAPTURE(kept.bytes, again.bytes, weights);
  CHECK((again.bytes - weights) * 4 < kept.bytes - weights);
}

TEST_CASE("A parameter is told of when its gradient is whole, each once", "[recompute]") {
  const Device device = cpu::device();
  const bool recompute = GENERATE(false, true);
  const Bert bert(deep(), uint64_t{5});
  const TextBatch batch = batch_of({30, 12, 7});
  Tape tape;
  std::vector<std::pair<std::string, Tensor>> told;
  tape.when_whole([&](const Variable& parameter) {
    told.emplace_back(parameter.node().name, dense_gradient(parameter, device).clone());
  });
  Context ctx;
  ctx.device = &device;
  ctx.memory = device.memory;
  ctx.tape = &tape;
  ctx.training = true;
  ctx.recompute = recompute;
  tape.backward(cross_entropy(ctx, bert.forward(ctx, batch), Tensor::zeros({3}, DType::kInt32)));
  REQUIRE(told.size() == bert.parameters().all().size());
  for (const auto& [name, gradient] : told) {
    CAPTURE(recompute, name);
    CHECK(identical(gradient, dense_gradient(bert.parameters().find(name), device)));
  }
  CHECK(told.front().first.starts_with("classifier."));
  CHECK(told.back().first.starts_with("embeddings."));
}

TEST_CASE("ModernBERT's layers, too, are computed again", "[recompute]") {
  const Device device = cpu::device();
  ModernBertConfig c;
  c.output = Output::kTexts;
  c.V = 40;
  c.D = 32;
  c.heads = 4;
  c.layers = 6;
  c.feed_forward = 48;
  c.window = 8;
  c.labels = {"no", "yes"};
  c.deviation = 0.2;
  c.embedding_dropout = c.attention_dropout = c.feed_forward_dropout = 0.1;
  const ModernBert bert(c, uint64_t{5});
  const TextBatch batch = batch_of({30, 12, 50, 7});
  const Learned kept = learn(device, bert, batch, false), again = learn(device, bert, batch, true);
  check_identical(again, kept);
  CHECK(again.bytes < kept.bytes / 2);
}

TEST_CASE("Layers that write are computed again, and what they look at has its whole gradient",
          "[recompute]") {
  const Device device = cpu::device();
  SequenceTransformerConfig c = deep_pairs();
  c.norm_first = GENERATE(false, true);
  c.attention_dropout = GENERATE(0.0, 0.1);
  const SequenceTransformer network(c, uint64_t{5});
  const TextBatch batch = pairs_of({30, 12, 50}, {28, 17, 45});
  const Learned kept = learn(device, network, batch, false), again = learn(device, network, batch, true);
  check_identical(again, kept);
  CHECK(again.bytes < kept.bytes / 2);
}

TEST_CASE("Below frozen layers nothing is computed again", "[recompute]") {
  const Device device = cpu::device();
  const Bert bert(deep(), uint64_t{5});
  const TextBatch batch = batch_of({10, 3});
  for (const Variable& parameter : bert.parameters().all())
    if (const std::string& name = parameter.node().name; name.rfind("embeddings", 0) == 0 ||
                                                         name.rfind("encoder.0.", 0) == 0 ||
                                                         name.rfind("encoder.1.", 0) == 0)
      parameter.node().requires_grad = false;
  check_identical(learn(device, bert, batch, true), learn(device, bert, batch, false));
}

TEST_CASE("On a GPU, too, layers may be computed again", "[recompute][gpu]") {
  for (const Device& device : gpus())
    for (bool fused : {false, true}) {
      CAPTURE(device.description, fused);
      Bert bert(deep(), uint64_t{5});
      bert.parameters().move_to(device);
      const TextBatch batch = batch_of({10, 3, 16});
      check_identical(learn(device, bert, batch, true, fused), learn(device, bert, batch, false, fused));
      SequenceTransformer writes(deep_pairs(), uint64_t{5});
      writes.parameters().move_to(device);
      const TextBatch pairs = pairs_of({10, 3}, {8, 5});
      check_identical(learn(device, writes, pairs, true, fused), learn(device, writes, pairs, false, fused));
    }
}

TEST_CASE("Random choices are not made again", "[recompute]") {
  Bench bench;
  bench.ctx.recompute = true;
  CHECK(contains(
      message_of([&] {
        checkpointed(bench.ctx, Choosing{}, &Choosing::pass, Variable(random_tensor({2, 2}, 1), true));
      }),
      "[recompute] a layer makes random choices"));
}

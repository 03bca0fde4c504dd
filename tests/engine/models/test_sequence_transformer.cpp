// The transformer that reads one text and writes another against PyTorch: every state, every attention
// weight, scores, losses and gradients, and the same token by token; its folders' names.
#include "engine/format/json.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/models/model_gradients.h"
#include "tests/engine/models/sequence_pairs.h"

using namespace heed;
using namespace heed::test;

namespace {

std::string pair_name(int pair) {
  return "pair" + std::to_string(pair) + ".";
}

}  // namespace

TEST_CASE("PyTorch: states, weights and scores of a transformer that translates",
          "[oracle][models][sequence]") {
  const Oracle oracle("seq2seq_transformer");
  const auto network = tiny_pairs_network(oracle);
  for (int pair = 0; pair < 3; ++pair) {
    const std::string name = pair_name(pair);
    const TextBatch batch = pairs_batch(oracle, {pair});
    Bench unwatched(false), bench(false);
    bench.trace.watch("");
    bench.ctx.trace = &bench.trace;
    CHECK(relative_difference(network->forward(unwatched.ctx, batch).value(), oracle[name + "logits"]) <=
          kForward);
    CHECK(relative_difference(network->forward(bench.ctx, batch).value(), oracle[name + "logits"]) <=
          kForward);
    for (const std::string layer : {"encoder.0", "encoder.1", "decoder.0", "decoder.1"})
      CHECK(relative_difference(*bench.trace.find(layer), oracle[name + "state." + layer]) <= kForward);
    REQUIRE(network->attention().size() == 6);
    for (const AttentionPoint& point : network->attention()) {
      const std::string part = point.name.substr(0, point.name.find('.')),
                        which = point.kind == "cross" ? ".cross" : ".self";
      const Tensor& want = oracle[name + "attention." + part + "." + std::to_string(point.layer) + which];
      CHECK(absolute_difference(bench.trace.find(point.name)->reshaped(want.shape()), want) <= 1e-5);
    }
  }
}

TEST_CASE("PyTorch: losses and gradients of a transformer that translates", "[oracle][models][sequence]") {
  const Oracle oracle("seq2seq_transformer");
  const auto network = tiny_pairs_network(oracle);
  const auto loss_of = [&](Bench& bench, const std::vector<int>& pairs, double smoothing) {
    std::vector<int32_t> labels;
    for (const int pair : pairs)
      for (const int32_t id : ids_of(oracle, pair_name(pair) + "labels")) labels.push_back(id);
    return cross_entropy(bench.ctx, network->forward(bench.ctx, pairs_batch(oracle, pairs)),
                         Tensor::of<int32_t>({static_cast<int64_t>(labels.size())}, labels), {}, smoothing);
  };
  for (int pair = 0; pair < 3; ++pair) {
    Bench bench(false);
    CHECK(relative_difference(loss_of(bench, {pair}, 0).value(),
                              oracle[pair_name(pair) + "loss_plain"].reshaped({1})) <= kForward);
    CHECK(relative_difference(loss_of(bench, {pair}, 0.1).value(),
                              oracle[pair_name(pair) + "loss_smoothed"].reshaped({1})) <= kForward);
  }
  Bench bench(true);
  const Variable loss = loss_of(bench, {0, 1, 2}, 0.1);
  CHECK(relative_difference(loss.value(), oracle["loss_smoothed"].reshaped({1})) <= kForward);
  bench.tape.backward(loss);
  size_t compared = 0;
  for (const auto& [name, gradient] : oracle.tensors()) {
    if (name.rfind("grad.", 0) != 0) continue;
    const std::string ours = our_name(name.substr(5));
    for (const Variable& parameter : network->parameters().all()) {
      if (parameter.node().name != ours) continue;
      ++compared;
      CAPTURE(ours);
      const Tensor found = dense_gradient(parameter);
      if (name.find(".k.bias") != std::string::npos)  // zero in theory
        CHECK(absolute_difference(found, gradient) <= 1e-6);
      else
        CHECK(relative_difference(found, gradient) <= kGradient);
    }
  }
  CHECK(compared == network->parameters().all().size() - 1);  // all but the constant bias of the scores
}

TEST_CASE("PyTorch: a transformer writes token by token what it scores at once",
          "[oracle][models][sequence]") {
  const Oracle oracle("seq2seq_transformer");
  const auto network = tiny_pairs_network(oracle);
  for (int pair = 0; pair < 3; ++pair) {
    Bench bench(false);
    const auto decoding = network->read(bench.ctx, ids_of(oracle, pair_name(pair) + "source"));
    std::unique_ptr<SequenceNetwork::Decoding> before;
    int64_t row = 0;
    for (const int32_t id : ids_of(oracle, pair_name(pair) + "target_in")) {
      before = decoding->copy(bench.ctx);
      const Tensor want = oracle[pair_name(pair) + "logits"].rows(row++, 1);
      CHECK(relative_difference(network->next(bench.ctx, *decoding, id), want) <= kForward);
      network->next(bench.ctx, *before, 5);  // a copy that goes another way
    }
  }
}

TEST_CASE("the gradient of every weight of a transformer that translates, in float64",
          "[gradient][sequence]") {
  const bool norm_first = GENERATE(false, true);
  SequenceTransformerConfig c = tiny_pairs_config();
  c.D = 8, c.encoder_heads = c.decoder_heads = 2, c.V = 7,
  c.encoder_feed_forward = c.decoder_feed_forward = 6;
  c.encoder_layers = c.decoder_layers = 1, c.norm_first = norm_first, c.shared = norm_first;
  c.deviation = 0.4;
  const SequenceTransformer network(c, 3, DType::kFloat64);
  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({5}, {1, 2, 3, 4, 5});
  batch.sentences = Spans::packed({2, 3});
  batch.target_ids = Tensor::of<int32_t>({4}, {0, 6, 0, 1});
  batch.targets = Spans::packed({2, 2});
  check_model_gradients(network, batch);
}

TEST_CASE("folders of a transformer that translates are Marian's or Pegasus'", "[models][sequence]") {
  for (const Architecture* architecture : {&kMarian, &kPegasus}) {
    const LibraryLayout& layout = architecture->library->layout();
    nlohmann::json config = architecture->complete(
        {{"d_model", 16}, {"encoder_layers", 1}, {"decoder_layers", 1}, {"encoder_ffn_dim", 8}}, "c");
    CHECK(config["architecture"] == architecture->name);
    config["vocab_size"] = 9;
    const auto network = architecture->make(config, "c", {}, uint64_t{1}, DType::kFloat32);
    CHECK(class_name(layout.types[0], network->output()) ==
          (architecture == &kMarian ? "MarianMTModel" : "PegasusForConditionalGeneration"));
    const auto stored = library_weights(layout, Output::kNext, network->parameters().values());
    CHECK(stored.count("model.shared.weight") == 1);
    CHECK(stored.count("model.decoder.layers.0.encoder_attn.q_proj.weight") == 1);
    CHECK(stored.count("model.encoder.layer_norm.weight") == (architecture == &kPegasus ? 1 : 0));
    CHECK(stored.size() == network->parameters().all().size());
  }
  const auto common = SequenceTransformerConfig::from({{"hidden_size", 36}, {"num_attention_heads", 3}}, "c");
  CHECK((common.D == 36 && common.encoder_heads == 3));
  // A file of the library that leaves a setting out means what the library does.
  const auto usual = SequenceTransformerConfig::from({{"model_type", "marian"}, {"d_model", 64}}, "c");
  CHECK((usual.D == 64 && !usual.scaled && usual.encoder_heads == 16 && usual.activation_name == "gelu"));
  CHECK(contains(message_of([] {
                   SequenceTransformerConfig::from({{"d_model", 10}}, "c");
                 }),
                 "cannot be shared by 4 heads"));
  CHECK(contains(message_of([] {
                   SequenceTransformerConfig::from({{"activation_function", "mish"}}, "c");
                 }),
                 "mish"));
}

// Encoder-decoders after Bahdanau and Luong against PyTorch: scores, weights, losses, gradients, what they
// write; every kind of them by central differences.
#include "engine/models/recurrent_translator.h"

#include "engine/format/json.h"
#include "engine/models/beam_search.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/models/model_gradients.h"
#include "tests/engine/models/sequence_pairs.h"

using namespace heed;
using namespace heed::test;

namespace {

const char* const kPapers[] = {"seq2seq_gru", "seq2seq_luong", "seq2seq_luong_feed"};

RecurrentTranslatorConfig tiny_of(const std::string& paper) {
  RecurrentTranslatorConfig c;
  c.V = 20, c.embedding = 10, c.hidden = 12, c.attention = 14, c.shared = false, c.dropout = 0;
  if (paper == "seq2seq_gru") return c;
  c.cell = "lstm", c.bidirectional = false, c.decoder = "luong", c.mechanism = "general";
  c.input_feeding = paper == "seq2seq_luong_feed";
  return c;
}

// "attn_key.weight" is our "decoder.0.cross.key.weight".
std::string ours_of(std::string name) {
  const std::pair<const char*, const char*> all[] = {{"attn_v", "decoder.0.cross.score.weight"},
                                                     {"attn_query", "decoder.0.cross.query"},
                                                     {"attn_key", "decoder.0.cross.key"},
                                                     {"W_a", "decoder.0.cross.key.weight"},
                                                     {"W_c", "combine.weight"},
                                                     {"W_s", "out.weight"},
                                                     {"init.", "start."},
                                                     {"src_embed", "embeddings.source"},
                                                     {"tgt_embed", "embeddings.target"}};
  for (const auto& [theirs, ours] : all)
    if (name.rfind(theirs, 0) == 0) return ours + name.substr(std::string(theirs).size());
  return name;
}

std::unique_ptr<RecurrentTranslator> network_of(const Oracle& oracle, const std::string& paper) {
  auto network = std::make_unique<RecurrentTranslator>(tiny_of(paper), 18, std::nullopt);
  std::map<std::string, Tensor> weights;
  for (const auto& [name, tensor] : oracle.tensors())
    if (const std::string ours = ours_of(name); name.rfind("pair", 0) != 0 && name.rfind("grad.", 0) != 0)
      weights[ours] = ours == "decoder.0.cross.score.weight" ? tensor.reshaped({1, tensor.count()}) : tensor;
  weights.erase("loss_all_tokens");
  network->parameters().load(weights, paper);
  return network;
}

std::string name_of_pair(int pair) {
  return "pair" + std::to_string(pair) + ".";
}

Variable loss_of_pairs(Bench& bench, const Oracle& oracle, const Network& network,
                       const std::vector<int>& pairs) {
  std::vector<int32_t> labels;
  for (const int pair : pairs)
    for (const int32_t id : ids_of(oracle, name_of_pair(pair) + "labels")) labels.push_back(id);
  return cross_entropy(bench.ctx, network.forward(bench.ctx, pairs_batch(oracle, pairs)),
                       Tensor::list(labels));
}

void check_gradients_of_pair(const Oracle& oracle, const std::string& paper, int pair) {
  const auto network = network_of(oracle, paper);
  Bench bench(true);
  bench.tape.backward(loss_of_pairs(bench, oracle, *network, {pair}));
  const std::string begin = "grad." + name_of_pair(pair);
  size_t compared = 0;
  for (const auto& [name, gradient] : oracle.tensors()) {
    if (name.rfind(begin, 0) != 0) continue;
    const Variable& parameter = network->parameters().find(ours_of(name.substr(begin.size())));
    CAPTURE(name);
    ++compared;
    CHECK(relative_difference(dense_gradient(parameter), gradient.reshaped(parameter.shape())) <= kGradient);
  }
  CHECK(compared == network->parameters().all().size());
}

}  // namespace

TEST_CASE("PyTorch: scores, weights and losses of recurrent translators", "[oracle][models][sequence]") {
  const std::string paper = GENERATE(from_range(std::begin(kPapers), std::end(kPapers)));
  CAPTURE(paper);
  const Oracle oracle(paper);
  const auto network = network_of(oracle, paper);
  for (int pair = 0; pair < 3; ++pair) {
    const std::string name = name_of_pair(pair);
    Bench bench(false);
    bench.trace.watch("");
    bench.ctx.trace = &bench.trace;
    const TextBatch batch = pairs_batch(oracle, {pair});
    CHECK(relative_difference(network->forward(bench.ctx, batch).value(), oracle[name + "logits"]) <=
          kForward);
    const Tensor* weights = bench.trace.find("decoder.0.cross.weights");
    REQUIRE(weights != nullptr);
    const Tensor& want = oracle[name + "attention"];
    CHECK(absolute_difference(weights->reshaped(want.shape()), want) <= 1e-5);
    CHECK(relative_difference(loss_of_pairs(bench, oracle, *network, {pair}).value(),
                              oracle[name + "loss"].reshaped({1})) <= kForward);
  }
  Bench bench(false);
  bench.trace.watch(".weights");
  bench.ctx.trace = &bench.trace;
  CHECK(relative_difference(loss_of_pairs(bench, oracle, *network, {0, 1, 2}).value(),
                            oracle["loss_all_tokens"].reshaped({1})) <= kForward);
  // The maps of a batch lie one after the other, as its texts do.
  std::vector<float> maps;
  for (int pair = 0; pair < 3; ++pair)
    for (const float weight : oracle[name_of_pair(pair) + "attention"].values<float>())
      maps.push_back(weight);
  CHECK(absolute_difference(*bench.trace.find("decoder.0.cross.weights"), Tensor::list(maps)) <= 1e-5);
}

TEST_CASE("PyTorch: gradients of recurrent translators", "[oracle][models][sequence]") {
  const std::string paper = GENERATE(from_range(std::begin(kPapers), std::end(kPapers)));
  const Oracle oracle(paper);
  for (int pair = 0; pair < 3; ++pair) check_gradients_of_pair(oracle, paper, pair);
}

TEST_CASE("PyTorch: recurrent translators write the same tokens", "[oracle][models][sequence]") {
  const std::string paper = GENERATE(from_range(std::begin(kPapers), std::end(kPapers)));
  const Oracle oracle(paper);
  const auto network = network_of(oracle, paper);
  for (int pair = 0; pair < 3; ++pair) {
    const std::string name = name_of_pair(pair);
    Bench bench(false);
    const std::vector<int32_t> source = ids_of(oracle, name + "source");
    const auto decoding = network->read(bench.ctx, source);
    int64_t row = 0;
    for (const int32_t id : ids_of(oracle, name + "target_in")) {
      const auto before = decoding->copy(bench.ctx);
      const Tensor want = oracle[name + "logits"].rows(row++, 1);
      CHECK(relative_difference(network->next(bench.ctx, *decoding, id), want) <= kForward);
      network->next(bench.ctx, *before, 5);  // a copy that goes another way
    }
    BeamOptions greedy;
    greedy.width = 1, greedy.most = 16;
    const Hypothesis found = beam_search(*network, bench.ctx, source, kBegin, kEnd, greedy).front();
    CHECK(found.ids == ids_of(oracle, name + "greedy.ids"));
    CHECK(found.log_probability ==
          Approx(static_cast<double>(oracle[name + "greedy.logprob"].data<float>()[0])).epsilon(1e-5));
  }
}

TEST_CASE("the gradient of every weight of a recurrent translator, in float64", "[gradient][sequence]") {
  RecurrentTranslatorConfig c;
  c.V = 7, c.embedding = 3, c.hidden = 4, c.attention = 5, c.deviation = 2;
  SECTION("Bahdanau's, each cell") {
    c.cell = GENERATE("rnn", "gru", "lstm");
  }
  SECTION("Luong's, each way") {
    c.decoder = "luong", c.cell = "lstm", c.layers = 2;
    c.bidirectional = GENERATE(false, true);
    c.input_feeding = GENERATE(false, true);
    c.shared = c.input_feeding;
    c.mechanism = "general";
  }
  SECTION("other mechanisms") {
    c.mechanism = GENERATE("dot", "scaled-dot", "concat", "sparsemax", "entmax-1.5", "local-p", "local-m");
    c.window = 2;
  }
  const RecurrentTranslator network(c, c.V, 3, DType::kFloat64);
  for (const Variable& parameter : network.parameters().all())  // so that attention makes a difference
    for (int64_t i = 0; i < parameter.value().count(); ++i)
      set_element(parameter.value(), i, 2 * element(parameter.value(), i));
  TextBatch batch;
  batch.ids = Tensor::list<int32_t>({1, 2, 3, 4, 5});
  batch.sentences = Spans::packed({2, 3});
  batch.target_ids = Tensor::list<int32_t>({0, 0, 6, 1});
  batch.targets = Spans::packed({1, 3});  // the longer one is not the first
  check_model_gradients(network, batch);
}

TEST_CASE("every mechanism writes token by token what it scores at once", "[models][sequence]") {
  const RecurrentTranslatorConfig usual;
  const Field& mechanism = *RecurrentTranslatorConfig::fields().find("mechanism");
  for (const std::string& name : mechanism.choices)
    for (const char* decoder : {"bahdanau", "luong"}) {
      CAPTURE(name, decoder);
      RecurrentTranslatorConfig c = usual;
      c.V = 9, c.embedding = 4, c.hidden = 6, c.mechanism = name, c.decoder = decoder, c.window = 1;
      const RecurrentTranslator network(c, c.V, 5);
      Bench bench(false);
      TextBatch batch;
      batch.ids = Tensor::list<int32_t>({1, 2, 3, 4, 5, 6});
      batch.sentences = Spans::packed({6});
      batch.target_ids = Tensor::list<int32_t>({0, 5, 2, 7});
      batch.targets = Spans::packed({4});
      const Tensor scores = network.forward(bench.ctx, batch).value();
      const auto decoding = network.read(bench.ctx, batch.ids.values<int32_t>());
      for (int64_t t = 0; t < 4; ++t)
        CHECK(relative_difference(network.next(bench.ctx, *decoding, batch.target_ids.data<int32_t>()[t]),
                                  scores.rows(t, 1)) <= 1e-5);
    }
  CHECK(mechanism.choices.size() == 10);
}

TEST_CASE("settings of a recurrent translator", "[models][sequence]") {
  nlohmann::json config = kRecurrentTranslator.complete({{"hidden", 8}}, "c");
  CHECK(config["architecture"] == "recurrent-translator");
  config["vocab_size"] = 9;
  const auto network = kRecurrentTranslator.make(config, "c", {}, uint64_t{1}, DType::kFloat32);
  for (const Variable& parameter : network->parameters().all()) {
    CAPTURE(parameter.node().name);
    CHECK(largest(parameter.value()) > 0.05);  // nothing is learned behind two layers of zeros
  }
  const auto stored = library_weights(kRecurrentTranslator.library->layout(), Output::kTarget,
                                      network->parameters().values());
  CHECK(stored.size() == network->parameters().all().size());
  CHECK(contains(message_of([] {
                   RecurrentTranslatorConfig::from({{"input_feeding", true}}, "c");
                 }),
                 "works only with the decoder luong"));
  const auto by_position = [] {
    RecurrentTranslatorConfig::from({{"mechanism", "additive-positionwise"}}, "c");
  };
  CHECK(contains(message_of(by_position), "additive-positionwise"));
}

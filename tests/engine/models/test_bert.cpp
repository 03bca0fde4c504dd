// BERT with its masked-language-model head and DistilBERT with a classifier, against PyTorch: every state,
// every attention weight, logits, loss and gradients.
#include "engine/models/bert.h"

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr int64_t kTexts = 2, kLength = 9, kHeads = 4;

// The fixtures are without dropout.
BertConfig config_of(const std::string& name) {
  const std::string file = name + "_config.json";
  const BertFamily& family = name == "bert_tiny" ? bert_family() : distilbert_family();
  BertConfig config = read_bert_config(family, parse_json(read_file(fixture_path(file)), file), file);
  config.dropout = config.attention_dropout = 0;
  config.head_dropout = config.text_head_dropout = 0;
  return config;
}

// By our names, as a network of the family has them.
std::map<std::string, Tensor> by_our_names(const std::map<std::string, Tensor>& stored,
                                           const Parameters& parameters) {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : stored) names.push_back(name);
  std::map<std::string, Tensor> ours;
  for (const BertFamily* family : {&bert_family(), &distilbert_family()})
    for (const auto& [name, place] : find_weights(family->layout.names, names))
      for (const Variable& parameter : parameters.all())
        if (parameter.node().name == name) ours[name] = stored.at(place.name);
  return ours;
}

// The texts of the fixture without their padding, and where each of their rows was.
struct Texts {
  TextBatch batch;
  std::vector<int32_t> rows;

  explicit Texts(const Oracle& io) {
    const Tensor ids = io.ids("in.input_ids"), mask = io.ids("in.attention_mask");
    const bool typed = io.tensors().count("in.token_type_ids") > 0;
    const Tensor types = typed ? io.ids("in.token_type_ids") : Tensor{};
    std::vector<int32_t> kept, kept_types, lengths(kTexts, 0);
    for (int32_t i = 0; i < ids.count(); ++i) {
      if (mask.data<int32_t>()[i] == 0) continue;
      rows.push_back(i);
      kept.push_back(ids.data<int32_t>()[i]);
      if (typed) kept_types.push_back(types.data<int32_t>()[i]);
      ++lengths[static_cast<size_t>(i / kLength)];
    }
    const auto N = static_cast<int64_t>(kept.size());
    batch.ids = Tensor::of<int32_t>({N}, kept);
    if (typed) batch.types = Tensor::of<int32_t>({N}, kept_types);
    batch.sentences = Spans::packed(lengths);
  }

  // Those rows of PyTorch's [B, T, D].
  Tensor of(const Tensor& padded) const {
    const int64_t D = padded.shape().columns();
    Tensor kept({static_cast<int64_t>(rows.size()), D}, DType::kFloat32);
    for (size_t r = 0; r < rows.size(); ++r)
      std::memcpy(kept.data<float>() + static_cast<int64_t>(r) * D, padded.data<float>() + rows[r] * D,
                  static_cast<size_t>(D) * sizeof(float));
    return kept;
  }
  Tensor of_ids(const Tensor& padded) const {
    Tensor kept({static_cast<int64_t>(rows.size())}, DType::kInt32);
    for (size_t r = 0; r < rows.size(); ++r) kept.data<int32_t>()[r] = padded.data<int32_t>()[rows[r]];
    return kept;
  }
  // [B, H, T, S] without rows and columns of padding, flat.
  Tensor attention(const Tensor& padded) const {
    std::vector<float> kept;
    for (int64_t b = 0; b < kTexts; ++b)
      for (int64_t h = 0; h < kHeads; ++h)
        for (int64_t t = 0; t < batch.sentences.length[static_cast<size_t>(b)]; ++t)
          for (int64_t s = 0; s < batch.sentences.length[static_cast<size_t>(b)]; ++s)
            kept.push_back(padded.data<float>()[((b * kHeads + h) * kLength + t) * kLength + s]);
    return Tensor::of<float>({static_cast<int64_t>(kept.size())}, kept);
  }
};

void check_states(const Trace& trace, const Texts& texts, const Oracle& io) {
  CHECK(relative_difference(*trace.find("embeddings"), texts.of(io["out.embeddings"])) <= kForward);
  for (const std::string layer : {"0", "1"}) {
    CAPTURE(layer);
    CHECK(relative_difference(*trace.find("encoder." + layer), texts.of(io["out.hidden." + layer])) <=
          kForward);
    CHECK(absolute_difference(*trace.find("encoder." + layer + ".attention.weights"),
                              texts.attention(io["out.attention." + layer])) <= 1e-5);
  }
}

// Gradients that are zero by mathematics (a key's bias under softmax) are compared absolutely.
void check_gradients(const Bert& bert, const Oracle& io) {
  std::map<std::string, Tensor> stored;
  for (const auto& [name, want] : io.tensors())
    if (name.rfind("grad.", 0) == 0) stored[name.substr(5)] = want;
  const auto wanted = by_our_names(stored, bert.parameters());
  for (const auto& [name, want] : wanted) {
    CAPTURE(name);
    const Tensor got = dense_gradient(bert.parameters().find(name));
    if (name.find(".key.bias") != std::string::npos)
      CHECK(absolute_difference(got, want) <= 1e-6);
    else
      CHECK(relative_difference(got, want) <= kGradient);
  }
  CHECK(wanted.size() == bert.parameters().all().size());
}

// The loss of a masked language model is over the tokens with a label (0 or more): their rows, their labels.
std::pair<Tensor, Tensor> labelled(const Tensor& labels) {
  std::vector<int32_t> places, wanted;
  for (int32_t i = 0; i < labels.count(); ++i)
    if (labels.data<int32_t>()[i] >= 0) {
      places.push_back(i);
      wanted.push_back(labels.data<int32_t>()[i]);
    }
  const auto M = static_cast<int64_t>(places.size());
  return {Tensor::of<int32_t>({M}, places), Tensor::of<int32_t>({M}, wanted)};
}

}  // namespace

TEST_CASE("PyTorch: BERT with its masked-language-model head", "[oracle][models][bert]") {
  const Oracle io("bert_tiny_io");
  Bert bert(config_of("bert_tiny"), std::nullopt);
  bert.parameters().load(by_our_names(Oracle("bert_tiny_model").tensors(), bert.parameters()), "bert_tiny");
  const Texts texts(io);
  Bench bench;
  bench.trace.watch("");
  bench.ctx.trace = &bench.trace;
  const Variable logits = bert.forward(bench.ctx, texts.batch);
  check_states(bench.trace, texts, io);
  CHECK(absolute_difference(logits.value(), texts.of(io["out.mlm_logits"])) <= 1e-4);

  Bench training;
  const auto [places, labels] = labelled(texts.of_ids(io.ids("in.labels")));
  TextBatch batch = texts.batch;
  batch.places = places;
  const Variable loss = cross_entropy(training.ctx, bert.forward(training.ctx, batch), labels);
  CHECK(relative_difference(loss.value(), io["out.loss"].reshaped({1})) <= kForward);
  training.tape.backward(loss);
  check_gradients(bert, io);
}

TEST_CASE("PyTorch: DistilBERT with a classifier, its loss and every gradient", "[oracle][models][bert]") {
  const Oracle io("distilbert_tiny_io");
  Bert bert(config_of("distilbert_tiny"), std::nullopt);
  bert.parameters().load(by_our_names(Oracle("distilbert_tiny_model").tensors(), bert.parameters()),
                         "distilbert_tiny");
  const Texts texts(io);
  Bench bench;
  bench.trace.watch("");
  bench.ctx.trace = &bench.trace;
  const Variable logits = bert.forward(bench.ctx, texts.batch);
  check_states(bench.trace, texts, io);
  CHECK(absolute_difference(logits.value(), io["out.logits"]) <= 1e-4);

  Bench training;
  const Variable loss =
      cross_entropy(training.ctx, bert.forward(training.ctx, texts.batch), io.ids("in.labels"));
  CHECK(relative_difference(loss.value(), io["out.loss"].reshaped({1})) <= kForward);
  training.tape.backward(loss);
  check_gradients(bert, io);
}

TEST_CASE("weights in the device's layout give the same logits, and the stored ones are given back",
          "[models][bert]") {
  const Oracle io("bert_tiny_io"), stored("bert_tiny_model");
  const Texts texts(io);
  Bench bench(false);
  Bert plain(config_of("bert_tiny"), std::nullopt), packed(config_of("bert_tiny"), std::nullopt);
  std::map<std::string, Tensor> weights = by_our_names(stored.tensors(), plain.parameters());
  plain.parameters().load(weights, "bert_tiny");
  std::set<std::string> done;
  auto read = [&](const std::string& name) -> std::optional<Tensor> {
    const auto found = weights.find(name);
    return found == weights.end() ? std::nullopt : std::optional(found->second);
  };
  auto note = [&](const std::string& name) { done.insert(name); };
  packed.parameters().load_packed({read, note}, bench.device, "bert_tiny");
  CHECK(done.size() == weights.size());
  CHECK_FALSE(packed.parameters().find("encoder.0.attention.query.weight").value().defined());
  CHECK(packed.parameters().find("embeddings.words.weight").value().defined());
  auto logits = [&](const Bert& bert) { return bert.forward(bench.ctx, texts.batch).value(); };
  CHECK(identical(logits(plain), logits(packed)));

  weights.erase("encoder.1.attention.out.bias");
  const std::string message = message_of([&] {
    packed.parameters().load_packed({read, note}, bench.device, "bert_tiny");
  });
  CHECK(contains(message, "[bert_tiny] the tensor encoder.1.attention.out.bias is missing"));
}

TEST_CASE("a text longer than the table of positions is refused", "[models][bert]") {
  const Bert bert(config_of("bert_tiny"), 1);
  Bench bench(false);
  TextBatch batch;
  batch.ids = Tensor::zeros({17}, DType::kInt32);
  batch.sentences = Spans::packed({17});
  const std::string message = message_of([&] { bert.forward(bench.ctx, batch); });
  CHECK(contains(message, "[bert] a text of 17 tokens: this model has positions for 16."));
}

#include "tests/engine/explain/same_function.h"

#include "engine/models/causal_network.h"
#include "engine/models/modern_bert.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"

namespace heed::test {
namespace {

constexpr int64_t kWords = 24, kRows = 40;
constexpr double kDeviation = 0.4, kScale = 3, kVoteScale = 0.25;

template <class Model, class Config>
std::function<std::unique_ptr<Network>()> maker(const Config& config) {
  return [config] {
    return std::move(with_drawn_biases(std::make_unique<Model>(config, 3, DType::kFloat64)).network);
  };
}

template <class Model, class Config>
std::function<std::unique_ptr<Network>()> maker(const Config& config, const NetworkSizes& sizes) {
  return [config, sizes] {
    return std::move(with_drawn_biases(std::make_unique<Model>(config, sizes, 3, DType::kFloat64)).network);
  };
}

BertConfig small_bert() {
  BertConfig c;
  c.head = BertHead::kClassification;
  c.V = kWords;
  c.D = c.embedding = 12;
  c.layers = c.heads = 2;
  c.feed_forward = 20;
  c.positions = 16;
  c.deviation = kDeviation;
  c.labels = {"a", "b", "c"};
  return c;
}

std::vector<Kind> berts() {
  const std::vector<std::string> tables{"embeddings.words.weight", "embeddings.positions.weight",
                                        "embeddings.types.weight"};
  BertConfig albert = small_bert(), distil = small_bert();
  albert.layers = 3, albert.groups = 1, albert.heads = 3, albert.embedding = 8;
  distil.types = 0, distil.first_position = 2, distil.heads = 3;
  distil.dense = "classifier.dense", distil.dense_activation = Activation::kRelu;
  distil.answers = AnswerKind::kEachClass;
  return {{"bert", maker<Bert>(small_bert()), 2, 2, true, tables},
          {"albert", maker<Bert>(albert), 3, 3, true, tables},
          {"distilbert", maker<Bert>(distil), 3, 3, true, tables}};
}

Kind modern(const char* pooling, bool biased) {
  ModernBertConfig c;
  c.output = Output::kTexts;
  c.V = kWords;
  c.D = 12;
  c.layers = 4, c.heads = 2;
  c.feed_forward = 20;
  c.positions = 16, c.window = 4;
  c.deviation = kDeviation;
  c.labels = {"a", "b", "c"};
  c.pooling = pooling;
  c.head_bias = c.norm_bias = c.attention_bias = c.feed_forward_bias = biased;
  return {
      std::string("modern-bert ") + pooling, maker<ModernBert>(c), 2, 2, true, {"embeddings.words.weight"}};
}

Kind requests(const char* pooling, int64_t positions) {
  RequestClassifier::Config c;
  c.embedding = 10, c.attention = 12;
  c.heads = 3, c.layers = 2;
  c.feed_forward = 16;
  c.pooling = pooling;
  c.positions = positions;
  return {std::string("request-classifier ") + pooling,
          maker<RequestClassifier>(c, NetworkSizes{kWords, 0, 0, 3}), 3, 3, true};
}

Kind sentences(int64_t heads, bool votes, int64_t rows) {
  SentenceClassifier::Config c;
  c.embedding = 8, c.attention = 6, c.values = 12;
  c.heads = heads;
  c.class_votes = votes, c.sum_votes = votes;
  c.deviation = kDeviation;
  c.attention_scale = 1;
  Kind kind{"sentence-classifier", maker<SentenceClassifier>(c, NetworkSizes{kWords, rows, rows, 3}), heads,
            heads, false};
  kind.words = true;
  return kind;
}

// A decoder of a family, as a recipe would describe it.
std::function<std::unique_ptr<Network>()> maker(const Architecture& family, nlohmann::json config) {
  config.update({{"vocab_size", kWords}, {"initializer_range", kDeviation}});
  return [&family, config] {
    return std::move(with_drawn_biases(family.make(config, "recipe", {}, 3, DType::kFloat64)).network);
  };
}

nlohmann::json small_llama(bool biased) {
  return {{"hidden_size", 12},
          {"num_hidden_layers", 2},
          {"num_attention_heads", 6},
          {"num_key_value_heads", 2},
          {"head_dim", 4},
          {"intermediate_size", 20},
          {"attention_bias", biased},
          {"tie_word_embeddings", biased},
          {"max_position_embeddings", 16}};
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Calls change(values) for every parameter whose name ends so.
void for_parameters(const Network& network, const std::vector<std::string>& ends,
                    const std::function<void(const Tensor&)>& change) {
  for (const Variable& parameter : network.parameters().all())
    for (const std::string& end : ends)
      if (ends_with(parameter.node().name, end)) change(parameter.value());
}

void scale(const Tensor& values, double by, int64_t first = 0, int64_t count = -1) {
  const int64_t columns = values.shape().columns();
  for (int64_t i = 0; i < values.count(); ++i)
    if (i % columns >= first && (count < 0 || i % columns < first + count))
      set_element(values, i, by * element(values, i));
}

double drawn_constant(int64_t i) {
  return 1.5 + std::sin(static_cast<double>(i));
}

// Columns first to first + width as blocks, the last of which becomes the first.
void reverse_columns(const Tensor& values, int64_t blocks, int64_t first, int64_t width) {
  const Tensor old = values.clone();
  const int64_t columns = values.shape().columns(), K = width / blocks;
  for (int64_t i = 0; i < values.count(); ++i) {
    const int64_t column = i % columns - first;
    if (column < 0 || column >= width) continue;
    const int64_t from = first + (blocks - 1 - column / K) * K + column % K;
    set_element(values, i, element(old, i - i % columns + from));
  }
}

void reverse_rows(const Tensor& values, int64_t blocks) {
  const Tensor old = values.clone();
  const int64_t block = values.count() / blocks;
  for (int64_t i = 0; i < values.count(); ++i)
    set_element(values, i, element(old, (blocks - 1 - i / block) * block + i % block));
}

}  // namespace

std::vector<Kind> classifiers() {
  std::vector<Kind> all = berts();
  for (const Kind& kind :
       {modern("cls", false), modern("mean", true), requests("mean", 0), requests("last", 4),
        sentences(2, false, 0), sentences(3, false, kRows), sentences(1, true, kRows)})
    all.push_back(kind);
  return all;
}

std::vector<Kind> writers() {
  const nlohmann::json gpt2 = {
      {"n_embd", 12}, {"n_layer", 2}, {"n_head", 3}, {"n_inner", 20}, {"n_positions", 16}};
  const nlohmann::json neox = {{"hidden_size", 12},        {"num_hidden_layers", 2},
                               {"num_attention_heads", 3}, {"intermediate_size", 20},
                               {"rotary_pct", 0.5},        {"max_position_embeddings", 16}};
  return {{"gpt2", maker(kGpt2, gpt2), 3, 3, true, {"embeddings.positions.weight"}},
          {"llama", maker(kLlama, small_llama(false)), 6, 2, false},
          {"llama with biases", maker(kLlama, small_llama(true)), 6, 2, false},
          {"gpt-neox", maker(kGptNeoX, neox), 3, 3, true}};
}

void add_constants(const Kind& kind, const Network& network) {
  for_parameters(network, kind.tables, [](const Tensor& table) {
    const int64_t columns = table.shape().columns();
    for (int64_t i = 0; i < table.count(); ++i)
      set_element(table, i, element(table, i) + drawn_constant(i / columns));
  });
  if (!kind.normed) return;
  for_parameters(network, {".attention.out.weight", ".feed_forward.out.weight"}, [](const Tensor& matrix) {
    const int64_t columns = matrix.shape().columns();
    for (int64_t i = 0; i < matrix.count(); ++i)
      set_element(matrix, i, element(matrix, i) + drawn_constant(i % columns));
  });
  for_parameters(network, {".attention.out.bias", ".feed_forward.out.bias"}, [](const Tensor& bias) {
    for (int64_t i = 0; i < bias.count(); ++i) set_element(bias, i, element(bias, i) + 2.5);
  });
}

void scale_values_and_queries(const Kind& kind, const Network& network) {
  for_parameters(network, {".value.weight", ".value.bias"}, [](const Tensor& v) { scale(v, kScale); });
  for_parameters(network, {".query.weight", ".query.bias"}, [](const Tensor& q) { scale(q, kScale); });
  for_parameters(network, {".key.weight", ".key.bias"}, [](const Tensor& k) { scale(k, 1 / kScale); });
  for_parameters(network, {".attention.out.weight"}, [](const Tensor& out) { scale(out, 1 / kScale); });
  if (!kind.words) return;
  const int64_t width = network.parameters().find("encoder.0.attention.value.bias").value().count();
  for_parameters(network, {"classifier.weight"}, [&](const Tensor& out) {
    const int64_t rest = out.shape().columns() - width;
    scale(out, 1 / kScale, 0, width);
    if (rest == 0) return;
    scale(out, 1 / kVoteScale, width, rest);
    for_parameters(network, {"phrases.weight"}, [](const Tensor& table) { scale(table, kVoteScale); });
  });
}

void reverse_heads(const Kind& kind, const Network& network) {
  for_parameters(network, {".query.weight", ".query.bias"},
                 [&](const Tensor& q) { reverse_rows(q, kind.heads); });
  for_parameters(network, {".key.weight", ".key.bias", ".value.weight", ".value.bias"},
                 [&](const Tensor& kv) { reverse_rows(kv, kind.key_heads); });
  for_parameters(network, {".attention.out.weight"},
                 [&](const Tensor& out) { reverse_columns(out, kind.heads, 0, out.shape().columns()); });
  if (!kind.words) return;
  const int64_t width = network.parameters().find("encoder.0.attention.value.bias").value().count();
  for_parameters(network, {"classifier.weight"}, [&](const Tensor& out) {
    const int64_t rest = out.shape().columns() - width;
    reverse_columns(out, kind.heads, 0, width);
    if (rest == 0) return;
    reverse_columns(out, kind.heads, width, rest);
    for_parameters(network, {"phrases.weight"},
                   [&](const Tensor& table) { reverse_columns(table, kind.heads, 0, rest); });
  });
}

}  // namespace heed::test

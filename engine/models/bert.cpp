#include "engine/models/bert.h"

#include <algorithm>

namespace heed {
namespace {

// Ids are the host's, whatever computes on them. Where positions begin behind the padding's id, a token of
// that id has the id for its position and is not counted.
Tensor positions_of(const BertConfig& c, const TextBatch& batch) {
  const Spans& texts = batch.sentences;
  Tensor positions = Tensor::zeros(batch.ids.shape(), DType::kInt32);
  const auto* ids = batch.ids.data<int32_t>();
  const auto first = static_cast<int32_t>(c.first_position), padding = first - 1;
  for (size_t b = 0; b < texts.B(); ++b) {
    check(texts.length[b] <= c.max_tokens(), "[bert] a text of ", texts.length[b],
          " tokens: this model has positions for ", c.max_tokens(), ".");
    auto* to = positions.data<int32_t>();
    int32_t next = first;
    for (int64_t n = texts.begin[b]; n < texts.begin[b] + texts.length[b]; ++n)
      to[n] = ids[n] == padding ? padding : next++;
  }
  return positions;
}

std::optional<nn::Embedding> table_of_types(Parameters& parameters, const BertConfig& c) {
  if (c.types == 0) return std::nullopt;
  return nn::Embedding(parameters, "embeddings.types", c.types, c.embedding, c.deviation);
}

std::optional<nn::Linear> projection_of(Parameters& parameters, const BertConfig& c,
                                        const Parameters::Start& start) {
  if (c.embedding == c.D && c.groups == 0) return std::nullopt;  // ALBERT's are projected in any case
  return nn::Linear(parameters, "embeddings.projection", c.embedding, c.D, start);
}

std::vector<nn::TransformerLayer> layers_of(Parameters& parameters, const BertConfig& c,
                                            const Parameters::Start& start) {
  const nn::TransformerSizes sizes{
      .attention = {.D = c.D, .heads = c.heads, .dropout = c.attention_dropout, .start = {start, start}},
      .feed_forward = {.F = c.feed_forward, .activation = c.activation, .start = {start, start}},
      .norm = {.epsilon = c.epsilon},
      .attended_dropout = c.drops_attended ? c.dropout : 0,
      .fed_dropout = c.drops_fed_forward ? c.dropout : 0};
  const int64_t groups = c.groups == 0 ? c.layers : c.groups;
  std::vector<nn::TransformerLayer> layers;
  for (int64_t l = 0, made = 0; l < c.layers; ++l) {
    if (l * groups / c.layers == made)
      layers.emplace_back(parameters, "encoder." + std::to_string(made++), sizes);
    else
      layers.push_back(layers.back());
    layers.back().attention.name = "encoder." + std::to_string(l) + ".attention";
  }
  return layers;
}

}  // namespace

Bert::Bert(const BertConfig& c, std::optional<uint64_t> seed, DType dtype)
    : Network(seed, dtype),
      config_(c),
      start_{Init::kNormal, 0, c.deviation},
      words_(parameters_, "embeddings.words", c.V, c.embedding, c.deviation),
      positions_(parameters_, "embeddings.positions", c.positions, c.embedding, c.deviation),
      types_(table_of_types(parameters_, c)),
      embedding_norm_(parameters_, "embeddings.norm", c.embedding, {c.epsilon}),
      projection_(projection_of(parameters_, c, start_)),
      layers_(layers_of(parameters_, c, start_)),
      head_(c, parameters_, start_) {}

std::vector<AttentionPoint> Bert::attention() const {
  return self_attention(layers_, true);
}

Anatomy Bert::anatomy() const {
  Anatomy a = Network::anatomy();
  a.inputs = word_tables(parameters_);
  describe_layers(a, "encoder.", config_.layers, config_.groups == 0 ? config_.layers : config_.groups);
  a.layer_states = numbered("encoder.", config_.layers);
  a.states = a.layer_states.back();
  a.head = {config_.dense, "", config_.dense_activation};
  a.epsilon = config_.epsilon;
  a.readout = Readout::kFirst;
  return a;
}

int64_t Bert::multiply_adds(int64_t tokens) const {
  const int64_t projection = projection_ ? config_.embedding * config_.D : 0;
  return tokens * (projection + config_.layers * config_.D * (4 * config_.D + 2 * config_.feed_forward));
}

// Where the table has fewer rows than the text has segments, the last stands for the others.
Tensor Bert::types_of(const TextBatch& batch) const {
  Tensor types = Tensor::zeros(batch.ids.shape(), DType::kInt32);
  if (!batch.types.defined()) return types;
  for (int64_t n = 0; n < batch.types.count(); ++n)
    types.data<int32_t>()[n] =
        std::min(batch.types.data<int32_t>()[n], static_cast<int32_t>(config_.types) - 1);
  return types;
}

std::vector<Tensor> Bert::ids_of(const TextBatch& batch) const {
  std::vector<Tensor> ids = {positions_of(config_, batch)};
  if (types_ && batch.types.defined()) ids.push_back(types_of(batch));  // else the same in all steps
  return ids;
}

Variable Bert::encode(Context& ctx, const TextBatch& batch) const {
  const Tensor positions = positions_of(config_, batch);
  Variable x = add(ctx, words_(ctx, batch.ids), positions_(ctx, positions));
  if (types_) x = add(ctx, x, (*types_)(ctx, types_of(batch)));
  x = ctx.point("embeddings", dropout(ctx, config_.dropout, embedding_norm_(ctx, x)));
  if (projection_) x = (*projection_)(ctx, x);
  for (size_t l = 0; l < layers_.size(); ++l)
    x = ctx.point("encoder." + std::to_string(l), layers_[l](ctx, x, {batch.sentences}));
  return x;
}

Variable Bert::forward(Context& ctx, const TextBatch& batch) const {
  return head_(ctx, encode(ctx, batch), batch, words_.weight);
}

constinit const Architecture kBert = bert_architecture<bert_family>("bert");
constinit const Architecture kDistilBert = bert_architecture<distilbert_family>("distilbert");
constinit const Architecture kRoberta = bert_architecture<roberta_family>("roberta");
constinit const Architecture kElectra = bert_architecture<electra_family>("electra");

}  // namespace heed

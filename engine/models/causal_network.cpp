#include "engine/models/causal_network.h"

#include <cmath>

#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/nn/capped_weights.h"
#include "engine/nn/partial_rotary.h"

namespace heed {
namespace {

Parameters::Start start_of(double deviation) {
  return {Init::kNormal, 0, deviation};
}

nn::NormSizes norm_sizes(const CausalConfig& c) {
  return {.epsilon = c.epsilon, .kind = c.norm};
}

// The sizes of a layer; layers_of says where one differs from the others.
nn::TransformerSizes layer_sizes(const CausalConfig& c) {
  const double parts = c.adds_less ? 2 * static_cast<double>(c.layers) : 1;  // that add up
  const nn::PartStart start{start_of(c.deviation), start_of(c.deviation / std::sqrt(parts))};
  return {
      .attention = {.D = c.D,
                    .width = c.heads * c.head_width,
                    .heads = c.heads,
                    .key_heads = c.key_heads,
                    .has_bias = c.biases,
                    .out_has_bias = c.joins_with_bias,
                    .head_norm = c.norms_heads ? std::optional(norm_sizes(c)) : std::nullopt,
                    .turn = c.has_positions || c.rope.turned == c.head_width ? nullptr : nn::partial_rotary,
                    .capped = c.attention_cap > 0 ? nn::capped_weights : nullptr,
                    .cap = c.attention_cap,
                    .causal = true,
                    .dropout = c.attention_dropout,
                    .start = start,
                    .keep = c.keep},
      .feed_forward = {.F = c.feed_forward,
                       .kind = c.units,
                       .activation = c.activation,
                       .has_bias = c.feed_forward_biases,
                       .start = start,
                       .keep = c.keep},
      .norm = norm_sizes(c),
      .norm_first = true,
      .norms_added = c.norms_added,
      .parallel = c.parallel,
      .attended_dropout = c.residual_dropout,
      .fed_dropout = c.residual_dropout};
}

std::vector<nn::TransformerLayer> layers_of(Parameters& parameters, const CausalConfig& c) {
  nn::TransformerSizes sizes = layer_sizes(c);
  std::vector<nn::TransformerLayer> layers;
  for (int64_t l = 0; l < c.layers; ++l) {
    if (!c.reaches.empty()) sizes.attention.reach = c.reaches[static_cast<size_t>(l)];
    sizes.attention.sharpness = c.scaled_by_layer ? c.sharpness / static_cast<double>(l + 1) : c.sharpness;
    layers.emplace_back(parameters, "decoder." + std::to_string(l), sizes);
  }
  return layers;
}

// Where in its text each token stands. Ids are the host's, whatever computes on them.
Tensor positions_of(const Spans& texts, int64_t N, int64_t before) {
  Tensor positions = Tensor::zeros({N}, DType::kInt32);
  for (size_t b = 0; b < texts.B(); ++b)
    for (int32_t t = 0; t < texts.length[b]; ++t)
      positions.data<int32_t>()[texts.begin[b] + t] = static_cast<int32_t>(before) + t;
  return positions;
}

}  // namespace

int64_t CausalConfig::longest() const {
  constexpr int64_t kLongest = 1 << 24;
  return rope.grows_from > 0 ? kLongest : positions;
}

void CausalConfig::share_heads(const std::string& file) {
  if (key_heads == 0) key_heads = heads;
  if (head_width == 0) {
    check(D % heads == 0, "[", file, "] the width ", D, " cannot be shared by ", heads, " heads.");
    head_width = D / heads;
  }
  check(heads % key_heads == 0 && (has_positions || turned != 1 || head_width % 2 == 0), "[", file, "] ",
        heads, " heads of width ", head_width, " cannot share ", key_heads,
        " heads of keys: expected a multiple, and an even width.");
}

CausalNetwork::CausalNetwork(const CausalConfig& c, std::optional<uint64_t> seed, DType dtype)
    : Network(seed, dtype),
      config_(c),
      words_(parameters_, "embeddings.words", c.V, c.D, c.deviation),
      positions_(c.has_positions ? std::optional(nn::Embedding(parameters_, "embeddings.positions",
                                                               c.positions, c.D, c.deviation))
                                 : std::nullopt),
      layers_(layers_of(parameters_, c)),
      final_norm_(parameters_, "decoder.norm", c.D, norm_sizes(c)),
      out_(c.tied ? std::nullopt
                  : std::optional(nn::Linear(parameters_, "out", c.D, c.V, start_of(c.deviation), false))) {
  if (c.tied) parameters_.is_multiplied(words_.weight.node().name);
}

std::vector<AttentionPoint> CausalNetwork::attention() const {
  return self_attention(layers_, true);
}

Anatomy CausalNetwork::anatomy() const {
  Anatomy a = Network::anatomy();
  a.inputs = {"embeddings.words.weight"};
  describe_layers(a, "decoder.", config_.layers, config_.layers);
  a.layer_states = numbered("decoder.", config_.layers);
  a.states = "decoder.norm.weight";
  a.pre_norm = true;
  a.final_norm = "decoder.norm";
  a.epsilon = config_.epsilon;
  a.scored_by = config_.tied ? "embeddings.words.weight" : "out.weight";
  a.centred = config_.norm == nn::NormKind::kLayer;
  return a;
}

int64_t CausalNetwork::multiply_adds(int64_t tokens) const {
  const CausalConfig& c = config_;
  const int64_t attention = 2 * c.head_width * (c.heads + c.key_heads);
  const int64_t units = (c.units == nn::FeedForwardKind::kPlain ? 2 : 3) * c.feed_forward;
  return tokens * c.D * (c.layers * (attention + units) + c.V);
}

std::vector<Tensor> CausalNetwork::ids_of(const TextBatch& batch) const {
  if (!positions_) return {};
  return {positions_of(batch.sentences, batch.ids.count(), 0)};
}

Variable CausalNetwork::states(Context& ctx, const TextBatch& batch, nn::Past* past) const {
  const CausalConfig& c = config_;
  const Spans& texts = batch.sentences;
  const int64_t before = past && !past->empty() ? past->front().length() : 0, longest = texts.longest();
  check(before + longest <= max_tokens(), "[causal] a text of ", before + longest,
        " tokens: this model has positions for ", max_tokens(), ".");
  Variable x = words_(ctx, batch.ids);
  if (c.embedding_scale != 1) x = scale(ctx, x, c.embedding_scale);
  nn::Surroundings at{.texts = texts};
  if (positions_) {
    x = add(ctx, x, (*positions_)(ctx, positions_of(texts, batch.ids.count(), before)));
  } else {  // keys that are kept keep the turn that they got, as the library has it
    at.angles = c.rope.angles(ctx, before + longest, longest, c.rope.turned, x.dtype());
  }
  x = ctx.point("embeddings", dropout(ctx, c.embedding_dropout, x));
  for (size_t l = 0; l < layers_.size(); ++l) {
    at.past = past ? &past->at(l) : nullptr;
    x = ctx.point(layers_[l].name, layers_[l](ctx, x, at));
  }
  return x;
}

Variable CausalNetwork::scores(Context& ctx, const Variable& states) const {
  const Variable x = final_norm_(ctx, states);
  const Variable y = out_ ? (*out_)(ctx, x) : linear(ctx, x, words_.weight, {});
  return config_.score_cap > 0 ? nn::soft_cap(ctx, config_.score_cap, y) : y;
}

Variable CausalNetwork::forward(Context& ctx, const TextBatch& batch) const {
  const Variable all = states(ctx, batch);
  return scores(ctx, batch.places.defined() ? embedding(ctx, all, batch.places) : all);
}

void check_causal_class(const nlohmann::json& config, const LibraryLayout::Type& type,
                        const std::string& file) {
  const std::string writes = class_name(type, Output::kNext), reads = class_name(type, Output::kStates);
  for (const auto& name : value_or<std::vector<std::string>>(config, "architectures", {}, file))
    check(name == writes || name == reads, "[", file, "] the architecture \"", name,
          "\" is not supported: expected one of ", writes, ", ", reads, ".");
}

std::vector<int64_t> read_reaches(const nlohmann::json& config, int64_t layers, int64_t window,
                                  const std::function<bool(int64_t)>& slides, const std::string& file) {
  std::vector<int64_t> reaches(static_cast<size_t>(layers), window - 1);
  const auto types = value_or<std::vector<std::string>>(config, "layer_types", {}, file);
  check(types.empty() || types.size() == reaches.size(), "[", file, "] \"layer_types\" has ", types.size(),
        " entries: expected one for each of ", layers, " layers.");
  for (int64_t l = 0; l < layers; ++l) {
    const auto at = static_cast<size_t>(l);
    const std::string usual = slides(l) ? "sliding_attention" : "full_attention";
    const std::string kind = types.empty() ? usual : types[at];
    check(kind == "sliding_attention" || kind == "full_attention", "[", file, "] \"layer_types\" has ", kind,
          " at layer ", l, ": expected full_attention or sliding_attention.");
    if (kind == "full_attention") reaches[at] = -1;
  }
  return reaches;
}

nlohmann::json complete_causal(const FieldList& fields, const CausalConfig& config,
                               const LibraryLayout& layout) {
  nlohmann::json complete = write_fields(fields, &config);
  complete["architecture"] = layout.types.front().model_type;
  complete.erase("vocab_size");  // it is the texts'
  return complete;
}

}  // namespace heed

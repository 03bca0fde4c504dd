#include "engine/models/recurrent_translator.h"

#include <utility>

namespace heed {
namespace {

using TranslatorConfig = RecurrentTranslatorConfig;

constexpr const char* kLookingBack = "decoder.0.cross";
constexpr const char* kLooked = "decoder.0.cross.weights";

Cell cell_of(const TranslatorConfig& c) {
  return c.cell == "rnn" ? Cell::kRnn : c.cell == "gru" ? Cell::kGru : Cell::kLstm;
}

int64_t width_of_states(const TranslatorConfig& c) {
  return c.hidden * (c.bidirectional ? 2 : 1);
}

bool sums_under_tanh(const TranslatorConfig& c) {
  return c.mechanism == "additive" || c.mechanism == "concat";
}

bool multiplies_keys(const TranslatorConfig& c) {  // with a matrix of its own
  return c.mechanism == "local-m" || c.mechanism == "local-p";
}

int64_t width_of_queries(const TranslatorConfig& c) {
  return sums_under_tanh(c) ? c.attention : c.hidden;
}

bool has_keys(const TranslatorConfig& c) {
  return sums_under_tanh(c) || c.mechanism == "general" ||
         (!multiplies_keys(c) && width_of_states(c) != c.hidden);
}

// The keys go through their layer once for a text, not once for each query.
std::unique_ptr<nn::Mechanism> mechanism_of(Parameters& parameters, const TranslatorConfig& c) {
  const int64_t keys = multiplies_keys(c) ? width_of_states(c) : width_of_queries(c);
  return nn::make_mechanism(c.mechanism == "general" ? "dot" : c.mechanism, parameters, kLookingBack,
                            {width_of_queries(c), keys, 0, 1, 1, c.window, {}});
}

int64_t width_of_step(const TranslatorConfig& c) {
  if (c.looks_before()) return c.embedding + width_of_states(c);
  return c.embedding + (c.input_feeding ? c.hidden : 0);
}

Spans one_each(int64_t B) {
  return Spans::packed(std::vector<int32_t>(static_cast<size_t>(B), 1));
}

Tensor last_rows(const Spans& texts) {
  std::vector<int32_t> last;
  for (size_t b = 0; b < texts.B(); ++b) last.push_back(texts.begin[b] + texts.length[b] - 1);
  return Tensor::list(last);
}

}  // namespace

RecurrentTranslator::RecurrentTranslator(const TranslatorConfig& c, int64_t target_V,
                                         std::optional<uint64_t> seed, DType dtype)
    : SequenceNetwork(seed, dtype),
      config_(c),
      words_(parameters_, c.shared ? "embeddings.words" : "embeddings.source", c.V, c.embedding, c.deviation),
      targets_(c.shared ? std::nullopt
                        : std::optional(nn::Embedding(parameters_, "embeddings.target", target_V, c.embedding,
                                                      c.deviation))),
      encoder_(parameters_, "encoder", {cell_of(c), c.embedding, c.hidden, c.layers, c.bidirectional},
               c.dropout),
      cell_(parameters_, "decoder", cell_of(c), width_of_step(c), c.hidden),
      start_(c.bidirectional ? std::optional(nn::Linear(parameters_, "start", c.hidden, cell_.S()))
                             : std::nullopt),
      query_(sums_under_tanh(c) ? std::optional(nn::Linear(parameters_, std::string(kLookingBack) + ".query",
                                                           c.hidden, c.attention, {}, false))
                                : std::nullopt),
      key_(has_keys(c) ? std::optional(nn::Linear(parameters_, std::string(kLookingBack) + ".key",
                                                  width_of_states(c), width_of_queries(c), {}, false))
                       : std::nullopt),
      mechanism_(mechanism_of(parameters_, c)),
      combine_(c.looks_before()
                   ? std::nullopt
                   : std::optional(nn::Linear(parameters_, "combine", width_of_states(c) + c.hidden, c.hidden,
                                              {}, false))),
      out_(c.looks_before()
               ? nn::Linear(parameters_, "out", c.hidden + width_of_states(c) + c.embedding, target_V)
               : nn::Linear(parameters_, "out", c.hidden, target_V, {}, false)) {}

RecurrentTranslator::Source RecurrentTranslator::read_source(Context& ctx, const Tensor& ids,
                                                             const Spans& texts) const {
  const Variable words = dropout(ctx, config_.dropout, words_(ctx, ids));
  Source source;
  source.texts = texts;
  if (start_) {
    source.states = encoder_(ctx, words, texts);
    // The backward direction, whose columns are the last, has read all when it is at the first word.
    const Variable first = last_states(ctx, source.states, texts, 0);
    source.start = (*start_)(ctx, columns(ctx, first, config_.hidden, config_.hidden), Activation::kTanh);
  } else {
    const Variable whole = encoder_.whole_states(ctx, words, texts);
    source.states = columns(ctx, whole, 0, config_.hidden);
    source.start = embedding(ctx, whole, last_rows(texts));
  }
  source.keys = key_ ? (*key_)(ctx, source.states) : source.states;
  return source;
}

RecurrentTranslator::Written RecurrentTranslator::begin(Context& ctx, const Variable& start) const {
  Written written{start, {}};
  if (config_.input_feeding)
    written.attended = Variable(ctx.filled({start.size(0), config_.hidden}, start.dtype(), 0));
  return written;
}

Variable RecurrentTranslator::look(Context& ctx, const Variable& query, const AttentionPlan& plan,
                                   const Source& source, Looked looked) const {
  const Variable q = query_ ? (*query_)(ctx, query) : query;
  const Variable weights = mechanism_->weights(ctx, plan, q, source.keys);
  if (looked) looked->push_back(ctx.host(weights.value()).clone());
  return attention_apply(ctx, plan, weights, source.states);
}

// tanh(W_c [c; s])
Variable RecurrentTranslator::attended(Context& ctx, const Variable& hidden, const AttentionPlan& plan,
                                       const Source& source, Looked looked) const {
  return (*combine_)(ctx, concat(ctx, look(ctx, hidden, plan, source, looked), hidden), Activation::kTanh);
}

Variable RecurrentTranslator::step(Context& ctx, const Variable& word, Written& written,
                                   const AttentionPlan& plan, const Source& source, Looked looked) const {
  if (config_.looks_before()) {
    const Variable seen = look(ctx, cell_.hidden(ctx, written.state), plan, source, looked);
    written.state = cell_(ctx, concat(ctx, word, seen), written.state);
    return concat(ctx, concat(ctx, cell_.hidden(ctx, written.state), seen), word);
  }
  const Variable in = config_.input_feeding ? concat(ctx, word, written.attended) : word;
  written.state = cell_(ctx, in, written.state);
  Variable hidden = cell_.hidden(ctx, written.state);
  if (!config_.input_feeding) return hidden;
  return written.attended = attended(ctx, hidden, plan, source, looked);
}

// The first texts of a source.
RecurrentTranslator::Source RecurrentTranslator::first_texts(Context& ctx, const Source& source,
                                                             int64_t count) const {
  Spans texts = source.texts;
  texts.begin.resize(static_cast<size_t>(count));
  texts.length.resize(static_cast<size_t>(count));
  const int64_t N = texts.rows();
  return {rows(ctx, source.states, 0, N), rows(ctx, source.keys, 0, N), std::move(texts), {}};
}

Variable RecurrentTranslator::all_steps(Context& ctx, const TextBatch& batch) const {
  const nn::Steps steps(batch.targets);
  const Source source = looks_at_once() ? read_source(ctx, batch.ids, batch.sentences)
                                        : read_source(ctx, steps.beside(batch.ids, batch.sentences),
                                                      steps.beside(batch.sentences));
  const Variable words = dropout(ctx, config_.dropout, target_words()(ctx, steps.in_order(batch.target_ids)));
  Written written = begin(ctx, looks_at_once() ? embedding(ctx, source.start, steps.texts()) : source.start);
  std::vector<Tensor> weights;
  const bool looks = !looks_at_once() && ctx.watched(kLooked);
  Trace* const trace = std::exchange(ctx.trace, nullptr);  // nobody is told of single steps
  std::vector<Variable> features;
  Source seen = source;
  for (int64_t t = 0; t < steps.count(); ++t) {
    const int64_t alive = steps.alive(t);
    if (static_cast<size_t>(alive) < seen.texts.B()) seen = first_texts(ctx, seen, alive);
    written.state = rows(ctx, written.state, 0, alive);
    if (config_.input_feeding) written.attended = rows(ctx, written.attended, 0, alive);
    AttentionPlan plan{one_each(alive), seen.texts};
    plan.before = t;
    features.push_back(
        step(ctx, rows(ctx, words, steps.first(t), alive), written, plan, seen, looks ? &weights : nullptr));
  }
  const Variable all = embedding(ctx, stack(ctx, features), steps.places());
  ctx.trace = trace;
  if (looks) trace->record(kLooked, steps.whole_maps(weights, batch.sentences));
  return looks_at_once() ? attended(ctx, all, {batch.targets, source.texts}, source, nullptr) : all;
}

Variable RecurrentTranslator::scores(Context& ctx, const Variable& features) const {
  return out_(ctx, dropout(ctx, config_.dropout, features));
}

Variable RecurrentTranslator::forward(Context& ctx, const TextBatch& batch) const {
  check(batch.targets.B() == batch.sentences.B(), "[recurrent translator] ", batch.sentences.B(),
        " texts to read and ", batch.targets.B(), " to write: expected the same number.");
  return scores(ctx, all_steps(ctx, batch));
}

struct RecurrentTranslator::Decoded : Decoding {
  Source source;
  Written written;
  int64_t length = 0;

  // A step makes new states, so copies may share the old ones.
  std::unique_ptr<Decoding> copy(const Context&) const override { return std::make_unique<Decoded>(*this); }
};

std::unique_ptr<SequenceNetwork::Decoding> RecurrentTranslator::read(
    Context& ctx, const std::vector<int32_t>& source) const {
  auto made = std::make_unique<Decoded>();
  made->source = read_source(ctx, Tensor::list(source), Spans::packed({static_cast<int32_t>(source.size())}));
  made->written = begin(ctx, made->source.start);
  return made;
}

Tensor RecurrentTranslator::next(Context& ctx, Decoding& decoding, int32_t id) const {
  auto& so_far = dynamic_cast<Decoded&>(decoding);
  AttentionPlan plan{one_each(1), so_far.source.texts};
  plan.before = so_far.length++;
  Variable features = step(ctx, target_words()(ctx, Tensor::list<int32_t>({id})), so_far.written, plan,
                           so_far.source, nullptr);
  if (looks_at_once()) features = attended(ctx, features, plan, so_far.source, nullptr);
  return ctx.host(scores(ctx, features).value());
}

std::vector<AttentionPoint> RecurrentTranslator::attention() const {
  AttentionPoint point{kLooked, "cross"};
  point.normalised = mechanism_->normalised();
  return {point};
}

// The count assumes that as many tokens are written as read.
int64_t RecurrentTranslator::multiply_adds(int64_t tokens) const {
  int64_t written = cell_.weights.W_ih.value().count() + cell_.weights.W_hh.value().count();
  for (const nn::Linear* layer : {query_ ? &*query_ : nullptr, combine_ ? &*combine_ : nullptr, &out_})
    if (layer) written += layer->weight.value().count();
  const int64_t read = encoder_.multiply_adds() + (key_ ? key_->weight.value().count() : 0);
  return tokens / 2 * (read + written);
}

}  // namespace heed

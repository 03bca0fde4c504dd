// Text to Analysis by a model of the BERT family.
#include "engine/session/models/inside/pretrained.h"

#include <algorithm>
#include <cmath>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/models/inside/recorded_heads.h"

namespace heed::session {
namespace {

Token to_token(const Piece& piece) {
  Token token;
  token.text = piece.text;
  token.id = piece.id;
  token.start = piece.start;
  token.end = piece.end;
  token.known = piece.known;
  token.special = piece.special;
  if (piece.word >= 0) token.word = piece.word;
  return token;
}

// [CLS] and [SEP] around a text do not; one that was typed does.
bool stands_in_text(const Piece& piece) {
  return piece.start < piece.end;
}

std::string layer_name(int64_t l, const char* what = "weights") {
  return "encoder." + std::to_string(l) + ".attention." + what;
}

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

// The library calls a model with one label a regression, and shows it as a yes or no.
std::vector<double> probabilities(const BertConfig& config, const float* logits, int64_t count) {
  if (!config.multi_label && count > 1) return softmax(logits, count);
  std::vector<double> p;
  for (int64_t c = 0; c < count; ++c) p.push_back(sigmoid(static_cast<double>(logits[c])));
  return p;
}

}  // namespace

std::vector<double> softmax(const float* logits, int64_t count) {
  const float most = *std::max_element(logits, logits + count);
  std::vector<double> p(static_cast<size_t>(count));
  double sum = 0;
  for (int64_t c = 0; c < count; ++c)
    sum += p[static_cast<size_t>(c)] = std::exp(static_cast<double>(logits[c] - most));
  for (double& value : p) value /= sum;
  return p;
}

Pretrained::Pretrained(std::string name, const BertConfig& config, TokenizerPipeline tokenizer,
                       const Device& device, int threads)
    : name_(std::move(name)),
      threads_(std::make_unique<ThreadPool>(device.separate ? 1 : threads)),
      device_(device.separate ? device : cpu::device(threads_.get())),
      tokenizer_(std::move(tokenizer)),
      bert_(config, std::nullopt) {}

// Leaves out the last tokens of the text, not those around it, until the model takes the rest.
Encoding Pretrained::cut(Encoding encoding, Analysis& analysis, const AnalysisOptions& options) const {
  std::vector<Piece>& pieces = encoding.pieces;
  analysis.total_tokens = std::max<int64_t>(encoding.total, static_cast<int64_t>(pieces.size()));
  const auto most =
      static_cast<size_t>(std::min(std::max<int64_t>(8, options.max_tokens), bert_.config().max_tokens()));
  auto last_of_text = [&] { return std::find_if(pieces.rbegin(), pieces.rend(), stands_in_text); };
  for (auto last = last_of_text(); pieces.size() > most && last != pieces.rend(); last = last_of_text())
    pieces.erase(std::next(last).base());
  if (static_cast<int64_t>(pieces.size()) < analysis.total_tokens) {
    const auto last = last_of_text();
    analysis.cut_at = last == pieces.rend() ? 0 : last->end;
  }
  return encoding;
}

Tensor Pretrained::run(const Encoding& encoding, Analysis& analysis, const AnalysisOptions& options,
                       const Tensor& places) const {
  const auto N = static_cast<int64_t>(encoding.pieces.size());
  TextBatch batch;
  batch.ids = Tensor({N}, DType::kInt32);
  batch.types = Tensor({N}, DType::kInt32);
  batch.places = places;
  for (int64_t n = 0; n < N; ++n) {
    const Piece& piece = encoding.pieces[static_cast<size_t>(n)];
    check(piece.id < bert_.config().V, "[", name_, "/tokenizer.json] the piece \"", piece.text,
          "\" has the id ", piece.id, ": config.json says that there are ", bert_.config().V, ".");
    batch.ids.data<int32_t>()[n] = piece.id;
    batch.types.data<int32_t>()[n] = piece.type_id;
    analysis.tokens.push_back(to_token(piece));
  }
  batch.sentences = Spans::packed({static_cast<int32_t>(N)});
  Trace trace;
  watch(trace, N, options);
  Context ctx;
  ctx.device = &device_;
  ctx.memory = &memory_;
  ctx.trace = &trace;
  const Variable logits = bert_.forward(ctx, batch);
  if (options.attention) read_attention(trace, analysis, options);
  return ctx.host(logits.value());
}

void Pretrained::watch(Trace& trace, int64_t tokens, const AnalysisOptions& options) const {
  if (!options.attention) return;
  if (tokens > options.whole_maps) {
    trace.watch(".attention.q");
    trace.watch(".attention.k");
  } else {
    trace.watch(options.every_layer ? ".attention.weights" : layer_name(bert_.config().layers - 1));
  }
}

void Pretrained::read_attention(const Trace& trace, Analysis& analysis,
                                const AnalysisOptions& options) const {
  const auto N = static_cast<int64_t>(analysis.tokens.size());
  for (int64_t l = 0; l < bert_.config().layers; ++l) {
    AttentionMap map{layer_name(l), "self", static_cast<int>(l), bert_.config().heads, N, N, true, {}};
    if (const Tensor* weights = trace.find(map.name)) map.weights = weights->values<float>();
    analysis.attention.push_back(std::move(map));
  }
  if (N > options.whole_maps)
    keep_heads(trace, analysis, options.top);
  else
    summarise_attention(analysis, options.top);
}

void Pretrained::keep_heads(const Trace& trace, Analysis& analysis, int top) const {
  std::vector<RecordedHeads::Layer> layers;
  for (int64_t l = 0; l < bert_.config().layers; ++l)
    layers.push_back({*trace.find(layer_name(l, "q")), *trace.find(layer_name(l, "k"))});
  const auto heads = std::make_shared<RecordedHeads>(cpu::device(), bert_.config().heads, std::move(layers));
  summarise_heads(*heads, analysis, top);
  analysis.heads = heads;
}

void Pretrained::classify(const Tensor& logits, Analysis& analysis) const {
  const BertConfig& c = bert_.config();
  const std::vector<double> p = probabilities(c, logits.data<float>(), logits.size(1));
  for (size_t i = 0; i < p.size(); ++i) analysis.classes.push_back({c.labels[i], p[i]});
  analysis.prediction =
      *std::max_element(analysis.classes.begin(), analysis.classes.end(),
                        [](const auto& a, const auto& b) { return a.probability < b.probability; });
}

void Pretrained::label_tokens(const Tensor& logits, Analysis& analysis) const {
  const BertConfig& c = bert_.config();
  const int64_t C = logits.size(1);
  for (int64_t n = 0; n < logits.size(0); ++n) {
    const float* row = logits.data<float>() + n * C;
    if (bert_.output() == Output::kReplaced) {
      const double p = sigmoid(static_cast<double>(*row));
      analysis.labels.push_back(p > 0.5 ? ClassProbability{"replaced", p}
                                        : ClassProbability{"original", 1 - p});
      continue;
    }
    const std::vector<double> p = softmax(row, C);
    const auto best = static_cast<size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    analysis.labels.push_back({c.labels[best], p[best]});
  }
}

// The mean of all states, as sentence encoders have it.
void Pretrained::embed(const Tensor& states, Analysis& analysis) const {
  Context ctx;
  ctx.device = &device_;
  ctx.memory = &memory_;
  const Spans text = Spans::packed({static_cast<int32_t>(states.size(0))});
  const Variable mean = mean_pool(ctx, Variable(ctx.upload(states)), text);
  analysis.embedding = ctx.host(mean.value()).values<float>();
  analysis.cls_embedding = states.rows(0, 1).values<float>();
}

void Pretrained::read_head(const Tensor& logits, Analysis& analysis) const {
  switch (bert_.output()) {
    case Output::kTexts:
      return classify(logits, analysis);
    case Output::kTokens:
    case Output::kReplaced:
      return label_tokens(logits, analysis);
    case Output::kStates:
      return embed(logits, analysis);
    case Output::kWords:
    case Output::kSpans:
      return;  // fill_mask() and answer() read those
  }
}

Analysis Pretrained::analyse(const std::string& text, const AnalysisOptions& options) const {
  Analysis analysis;
  analysis.model = name_;
  analysis.text = text;
  Encoding encoding = tokenizer_.encode(text);
  if (std::none_of(encoding.pieces.begin(), encoding.pieces.end(), stands_in_text)) return analysis;
  encoding = cut(std::move(encoding), analysis, options);
  const Tensor nowhere({0}, DType::kInt32);  // no words are asked for
  read_head(run(encoding, analysis, options, nowhere), analysis);
  return analysis;
}

std::vector<Token> Pretrained::tokenize(const std::string& text) const {
  std::vector<Token> tokens;
  for (const Piece& piece : tokenizer_.encode(text).pieces) tokens.push_back(to_token(piece));
  return tokens;
}

ModelInfo Pretrained::info() const {
  const BertConfig& c = bert_.config();
  ModelInfo info;
  info.name = name_;
  info.architecture = c.architecture;
  info.parameters = bert_.parameters().count();
  info.layers = static_cast<int>(c.layers);
  info.heads = static_cast<int>(c.heads);
  if (c.head == BertHead::kClassification || c.head == BertHead::kTokens) info.classes = c.labels;
  info.vocabulary = c.V;
  info.bytes = weight_bytes_;
  info.max_tokens = c.max_tokens();
  info.int8 = int8_;
  return info;
}

}  // namespace heed::session

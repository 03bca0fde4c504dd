#include "engine/session/translating/translate.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/data/piece_encoder.h"
#include "engine/format/fields_json.h"
#include "engine/models/beam_search.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/writing/candidates.h"

namespace heed::session {
namespace {

const SequenceNetwork& network_of(const ModelImpl& model) {
  const auto* network = dynamic_cast<const SequenceNetwork*>(model.parts().network.get());
  check(network != nullptr, "[", model.name(), "] is a ", model.parts().kind,
        ": only a model that reads one text and writes another, such as MarianMTModel, translates.");
  return *network;
}

const PieceEncoder& pieces_of(const ModelImpl& model) {  // all that translate read pieces
  return dynamic_cast<const PieceEncoder&>(*model.parts().text);
}

int32_t special_id(const ModelImpl& model, const char* key) {
  const auto found = model.parts().config.find(key);
  if (found != model.parts().config.end() && found->is_number_integer()) return found->get<int32_t>();
  const std::optional<int> end = end_piece(*model.parts().text);
  check(end.has_value(), "[", model.name(), "] config.json has no \"", key,
        "\", and the vocabulary no piece that ends a text.");
  return *end;
}

// Both texts at once: what was looked at when each token was written, and how likely each was.
struct Told {
  TextBatch batch;
  std::vector<int32_t> labels;
};

Told told_of(const std::vector<int32_t>& source, const std::vector<int32_t>& written, int32_t start) {
  std::vector<int32_t> given{start};
  given.insert(given.end(), written.begin(), written.end());
  given.pop_back();  // nothing is asked of the last
  Told told;
  told.batch.ids = Tensor::list(source);
  told.batch.sentences = Spans::packed({static_cast<int32_t>(source.size())});
  told.batch.target_ids = Tensor::list(given);
  told.batch.targets = Spans::packed({static_cast<int32_t>(given.size())});
  told.labels = written;
  return told;
}

AttentionMap map_of(const AttentionPoint& point, const Tensor& weights, int64_t T, int64_t S) {
  AttentionMap map;
  map.name = point.name;
  map.kind = point.kind;
  map.layer = point.layer;
  map.H = point.heads, map.T = T, map.S = S;
  map.weights = weights.values<float>();
  return map;
}

void look(const ModelImpl& model, const Told& told, const TranslateOptions& options,
          Translation& translation) {
  const SequenceNetwork& network = network_of(model);
  const auto S = told.batch.ids.count(), T = told.batch.target_ids.count();
  Trace trace;
  for (const AttentionPoint& point : network.attention())
    if (options.every_map || point.kind == "cross") trace.watch(point.name);
  Context ctx = model.context();
  ctx.trace = &trace;
  const Tensor scores = ctx.host(network.forward(ctx, told.batch).value());
  for (const AttentionPoint& point : network.attention()) {
    const Tensor* weights = trace.find(point.name);
    if (weights == nullptr) continue;
    const bool reads = point.name.rfind("encoder.", 0) == 0;
    translation.attention.push_back(
        map_of(point, ctx.host(*weights), reads ? S : T, reads || point.kind == "cross" ? S : T));
  }
  const auto token = [&](int id, const std::vector<double>& p) {
    return NextToken{model.parts().text->token_of(id), id, p[static_cast<size_t>(id)],
                     pieces_of(model).text_of({id})};
  };
  for (int64_t t = 0; t < T; ++t) {
    const float* row = scores.data<float>() + t * scores.size(1);
    const std::vector<double> p = softmax(std::vector<double>(row, row + scores.size(1)), 1);
    translation.target_tokens.push_back(token(told.labels[static_cast<size_t>(t)], p));
    if (options.candidates == 0) continue;
    std::vector<NextToken>& others = translation.candidates.emplace_back();
    for (const int id : largest(p, options.candidates)) others.push_back(token(id, p));
  }
}

// Token by token, as chance has it.
std::vector<Hypothesis> drawn(const SequenceNetwork& network, Context& ctx,
                              const std::vector<int32_t>& source, int32_t start, int32_t end,
                              const TranslateOptions& options) {
  const WritingOptions choosing{options.temperature, options.top_k, options.top_p, options.seed};
  Random random(options.seed);
  Hypothesis text;
  const auto decoding = network.read(ctx, source);
  const auto most = std::min(options.tokens, network.max_written());
  for (int32_t last = start;
       static_cast<int64_t>(text.ids.size()) < most && (text.ids.empty() || last != end);) {
    const std::vector<double> log_p = log_probabilities(network.next(ctx, *decoding, last));
    const size_t n = text.ids.size();
    last = n < options.forced.size() ? options.forced[n] : choose(log_p, choosing, random);
    check(last >= 0 && last < network.vocabulary(), "[translate] ", last, " is no id: expected 0 to ",
          network.vocabulary() - 1, ".");
    text.ids.push_back(last);
    text.log_probability += log_p[static_cast<size_t>(last)];
  }
  const auto length = static_cast<int64_t>(text.ids.size());
  text.score = score_of(text.log_probability, length, options.length_penalty);
  return {text};
}

// The likeliest that a beam finds.
std::vector<Hypothesis> found(const SequenceNetwork& network, Context& ctx,
                              const std::vector<int32_t>& source, int32_t start, int32_t end,
                              const TranslateOptions& options) {
  return beam_search(
      network, ctx, source, start, end,
      {options.beam, options.tokens, options.length_penalty, {options.forced.begin(), options.forced.end()}});
}

}  // namespace

const Fields<TranslateOptions>& TranslateOptions::fields() {
  using O = TranslateOptions;
  static const auto described =
      Fields<O>()
          .number("beam", &O::beam, {1, 64}, "Hypotheses that live; 1: always the likeliest token.")
          .number("tokens", &O::tokens, {1, 1 << 20}, "How many tokens to write at most.")
          .number("length_penalty", &O::length_penalty, {0, 10},
                  "The higher, the less a long text has to be likelier than a short one.")
          .number(
              "temperature", &O::temperature, {0, 100},
              "More than 0: tokens are drawn, the bolder the higher; 0: the beam looks for the likeliest.")
          .number("top_k", &O::top_k, {0, 10'000'000},
                  "To draw from: only so many tokens, the likeliest; 0: all.")
          .number("top_p", &O::top_p, {0, 1},
                  "Of those, only the fewest that have this probability together.")
          .number("seed", &O::seed, {0, 9007199254740992}, "The same seed draws the same text.");
  return described;
}

void check_options(const TranslateOptions& options) {
  check_bounds(TranslateOptions::fields(), &options, "translate");
}

Translation translate(const Model& model, const std::string& text, const TranslateOptions& options) {
  const ModelImpl& impl = *model.impl_;
  const SequenceNetwork& network = network_of(impl);
  Translation translation;
  translation.model = impl.name();
  translation.source = text;
  const EncodedText encoded = impl.parts().text->encode(text);
  if (encoded.ids.empty()) return translation;
  const int32_t start = special_id(impl, "decoder_start_token_id"), end = special_id(impl, "eos_token_id");
  std::vector<int32_t> source = encoded.ids;
  if (source.back() != end) source.push_back(end);
  check(static_cast<int64_t>(source.size()) <= network.max_tokens(), "[", impl.name(), "] the text has ",
        source.size(), " tokens with its end, and the model takes ", network.max_tokens(), ": shorten it.");
  translation.source_tokens = model.tokenize(text);
  Token last;
  last.text = impl.parts().text->token_of(end);
  last.id = end;
  last.start = last.end = static_cast<int64_t>(text.size());
  last.special = true;
  if (encoded.ids.size() < source.size()) translation.source_tokens.push_back(last);

  Context ctx = impl.context();
  const std::vector<Hypothesis> targets =
      (options.temperature > 0 ? drawn : found)(network, ctx, source, start, end, options);
  const auto written = [&](const Hypothesis& one) {
    std::vector<int> ids(one.ids.begin(), one.ids.end());
    if (!ids.empty() && ids.back() == end) ids.pop_back();
    return pieces_of(impl).text_of(ids);
  };
  translation.target = written(targets.front());
  translation.score = targets.front().score;
  translation.log_probability = targets.front().log_probability;
  for (size_t n = 1; n < targets.size(); ++n)
    translation.alternatives.push_back({written(targets[n]), targets[n].score});
  look(impl, told_of(source, targets.front().ids, start), options, translation);
  return translation;
}

nlohmann::json to_json(const Translation& translation) {
  nlohmann::json source = nlohmann::json::array(), target = source, probabilities = source, others = source,
                 maps = source;
  for (const Token& token : translation.source_tokens) source.push_back(token.text);
  for (const NextToken& token : translation.target_tokens) {
    target.push_back(token.token);
    probabilities.push_back(token.probability);
  }
  for (const Alternative& other : translation.alternatives)
    others.push_back({{"target", other.target}, {"score", other.score}});
  for (const AttentionMap& map : translation.attention) maps.push_back(to_json(map, true));
  return {{"model", translation.model},
          {"source", translation.source},
          {"target", translation.target},
          {"score", translation.score},
          {"log_probability", translation.log_probability},
          {"source_tokens", source},
          {"target_tokens", target},
          {"probabilities", probabilities},
          {"alternatives", others},
          {"attention", maps}};
}

}  // namespace heed::session

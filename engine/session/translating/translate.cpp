#include "engine/session/translating/translate.h"

#include <nlohmann/json.hpp>

#include "engine/base/portable_math.h"
#include "engine/data/piece_encoder.h"
#include "engine/format/fields_json.h"
#include "engine/models/beam_search.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/translating/inside/look.h"
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

// What a target begins with: the token that ends a text where the model's files do not say.
int32_t beginning_of(const ModelImpl& model) {
  const WritingRules& rules = model.parts().writing;
  check(!rules.ends.empty(), "[", model.name(),
        "] config.json has no \"eos_token_id\", and the vocabulary no piece that ends a text.");
  return rules.target_begins ? *rules.target_begins : rules.ends.front();
}

// Token by token, as chance has it.
std::vector<Hypothesis> drawn(const SequenceDecoder& network, Context& ctx,
                              const std::vector<int32_t>& source, int32_t start, const WritingRules& rules,
                              const TranslateOptions& options, std::vector<BeamNode>*) {
  const WritingOptions choosing{options.temperature, options.top_k, options.top_p, options.seed};
  Random random(options.seed);
  Hypothesis text;
  std::vector<int32_t> target{start};
  const auto decoding = network.read(ctx, source);
  const auto most = std::min(options.tokens, network.max_written());
  for (int32_t last = start;
       static_cast<int64_t>(text.ids.size()) < most && (text.ids.empty() || !rules.is_end(last));) {
    const std::vector<double> log_p = log_probabilities(network.next(ctx, *decoding, last));
    std::vector<double> allowed = log_p;
    rules.apply(allowed, target, 1, most);
    const size_t n = text.ids.size();
    last = n < options.forced.size() ? options.forced[n] : choose(allowed, choosing, random);
    check(last >= 0 && static_cast<size_t>(last) < log_p.size(), "[translate] ", last,
          " is no id: expected 0 to ", log_p.size() - 1, ".");
    text.ids.push_back(last);
    target.push_back(last);
    text.log_probability += log_p[static_cast<size_t>(last)];
  }
  const auto length = static_cast<int64_t>(text.ids.size());
  text.score = score_of(text.log_probability, length, options.length_penalty);
  return {text};
}

// The likeliest that a beam finds.
std::vector<Hypothesis> found(const SequenceDecoder& network, Context& ctx,
                              const std::vector<int32_t>& source, int32_t start, const WritingRules& rules,
                              const TranslateOptions& options, std::vector<BeamNode>* tree) {
  return beam_search(
      network, ctx, source, start, rules,
      {options.beam, options.tokens, options.length_penalty, {options.forced.begin(), options.forced.end()}},
      tree);
}

// The text as the model reads it, with its end.
std::vector<int32_t> read_ids(const ModelImpl& model, const EncodedText& encoded, int32_t end) {
  std::vector<int32_t> source = encoded.ids;
  if (source.back() != end) source.push_back(end);
  const int64_t most = network_of(model).max_tokens();
  check(static_cast<int64_t>(source.size()) <= most, "[", model.name(), "] the text has ", source.size(),
        " tokens with its end, and the model takes ", most, ": shorten it.");
  return source;
}

std::vector<Token> read_tokens(const Model& model, const ModelImpl& impl, const std::string& text,
                               size_t count, int32_t end) {
  std::vector<Token> tokens = model.tokenize(text);
  if (tokens.size() == count) return tokens;
  Token last;
  last.text = impl.parts().text->token_of(end);
  last.id = end;
  last.start = last.end = static_cast<int64_t>(text.size());
  last.special = true;
  tokens.push_back(last);
  return tokens;
}

std::vector<WeighedToken> tree_of(const ModelImpl& model, const std::vector<BeamNode>& nodes) {
  constexpr const char* kFates[] = {"lived", "ended", "dropped"};
  std::vector<WeighedToken> tree;
  for (const BeamNode& node : nodes) {
    const double before = node.parent < 0 ? 0 : nodes[static_cast<size_t>(node.parent)].log_probability;
    tree.push_back({node.parent,
                    {model.parts().text->token_of(node.id), node.id,
                     portable_exp(node.log_probability - before), pieces_of(model).text_of({node.id})},
                    node.log_probability,
                    kFates[static_cast<size_t>(node.fate)]});
  }
  return tree;
}

}  // namespace

const Fields<TranslateOptions>& TranslateOptions::fields() {
  using O = TranslateOptions;
  static const auto described =
      Fields<O>()
          .number("beam", &O::beam, {1, 64}, "Beam size: number of hypotheses kept; 1 is greedy decoding.")
          .number("tokens", &O::tokens, {1, 1 << 20}, "Largest number of new tokens.")
          .number("length_penalty", &O::length_penalty, {0, 10},
                  "Length penalty of the beam: higher values favour longer texts.")
          .number("temperature", &O::temperature, {0, 100},
                  "Sampling temperature; 0 searches with the beam instead.")
          .number("top_k", &O::top_k, {0, 10'000'000},
                  "Sample only from this many likeliest tokens; 0 means all.")
          .number("top_p", &O::top_p, {0, 1},
                  "Sample only from the fewest tokens that reach this probability together.")
          .number("seed", &O::seed, {0, 9007199254740992}, "Seed of sampling.");
  return described;
}

void check_options(const TranslateOptions& options) {
  check_bounds(TranslateOptions::fields(), &options, "translate");
  for (const std::string& edit : options.edits) explain::parse_edit(edit);
}

Translation translate(const Model& model, const std::string& text, const TranslateOptions& options) {
  const ModelImpl& impl = *model.impl_;
  const SequenceNetwork& network = network_of(impl);
  const explain::MapEdits edits(explain::maps_of_kind(network.attention(), "cross"), options.edits);
  Translation translation;
  translation.model = impl.name();
  translation.warnings = impl.parts().warnings;
  translation.source = text;
  translation.edits = options.edits;
  const EncodedText encoded = impl.parts().text->encode(text);
  if (encoded.ids.empty()) return translation;
  check(encoded.total <= static_cast<int64_t>(encoded.ids.size()), "[", impl.name(),
        "/tokenizer.json] cuts texts to ", encoded.ids.size(), " tokens, and this one has ", encoded.total,
        ": shorten it, or take \"truncation\" out of the file.");
  const WritingRules& rules = impl.parts().writing;
  rules.check_done(impl.name());
  const int32_t start = beginning_of(impl), end = rules.source_ends.value_or(rules.ends.front());
  const std::vector<int32_t> source = read_ids(impl, encoded, end);
  translation.source_tokens = read_tokens(model, impl, text, source.size(), end);

  Context ctx = impl.context();
  const auto written = [&](const SequenceDecoder& decoder, std::vector<BeamNode>* tree) {
    return (options.temperature > 0 ? drawn : found)(decoder, ctx, source, start, rules, options, tree);
  };
  const auto text_of = [&](const Hypothesis& one) {
    std::vector<int> ids(one.ids.begin(), one.ids.end());
    if (!ids.empty() && rules.is_end(ids.back())) ids.pop_back();
    return pieces_of(impl).text_of(ids);
  };
  std::vector<BeamNode> tree;
  const std::vector<Hypothesis> targets = written(explain::EditedDecoder(network, edits), &tree);
  const Hypothesis& best = targets.front();
  translation.target = text_of(best);
  translation.score = best.score;
  translation.log_probability = best.log_probability;
  translation.leaf = best.node;
  translation.tree = tree_of(impl, tree);
  for (size_t n = 1; n < targets.size(); ++n)
    translation.alternatives.push_back({text_of(targets[n]), targets[n].score});
  if (!edits.empty()) {
    const Hypothesis plain = written(network, nullptr).front();
    translation.unedited = {text_of(plain), plain.score};
  }
  look(impl, network, edits, {source, best.ids, start}, options, translation);
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
  nlohmann::json value = {{"model", translation.model},
                          {"source", translation.source},
                          {"target", translation.target},
                          {"score", translation.score},
                          {"log_probability", translation.log_probability},
                          {"source_tokens", source},
                          {"target_tokens", target},
                          {"probabilities", probabilities},
                          {"alternatives", others},
                          {"attention", maps}};
  if (!translation.warnings.empty()) value["warnings"] = translation.warnings;
  if (translation.unedited) {
    value["edits"] = translation.edits;
    value["unedited"] = {{"target", translation.unedited->target}, {"score", translation.unedited->score}};
  }
  return value;
}

}  // namespace heed::session

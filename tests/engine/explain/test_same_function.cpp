// No attribution moves when weights change and the function stays: constants that the next LayerNorm removes,
// a scale between values and what they are multiplied with next, and heads in another order.
#include "engine/data/text_encoder.h"
#include "engine/explain/contributions.h"
#include "engine/explain/head_importance.h"
#include "engine/explain/intervene.h"
#include "engine/explain/method.h"
#include "engine/explain/residual_stream.h"
#include "engine/explain/value_norms.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/kernels/cpu/tables.h"
#include "tests/engine/explain/same_function.h"

using namespace heed;
using namespace heed::explain;
using namespace heed::test;

namespace {

constexpr double kNear = 1e-4;

// What is said of one text, by name; heads stand in it as ".head.0".
using Said = std::map<std::string, std::vector<double>>;

// Nothing that explains calls what training alone calls: the page's module that reads has no such kernels.
Device reading_device() {
  static const Kernels kernels = cpu::baseline::reading_kernels();
  Device device = cpu::device();
  device.kernels = &kernels;
  return device;
}

// Words that are one letter, and if `phrases` n-grams and phrases.
std::unique_ptr<TextEncoder> letters(bool phrases) {
  TokenizerFile file;
  file.tokenizer = make_tokenizer("basic_english");
  TokenCounts counts;
  counts.add(file.tokenizer->split("a b c d e f g h i j"));
  file.vocabulary = Vocabulary::build(counts);
  EncoderOptions options;
  if (phrases) options.ngrams = {1, 2, 40}, options.phrases.max = 2, options.phrases.buckets = 40;
  return std::make_unique<TextEncoder>(std::move(file), options);
}

std::string head_name(const AttentionPoint& map, int64_t head) {
  return "layer." + std::to_string(map.layer) + ".head." + std::to_string(head);
}

void say_sums(const Subject& subject, const EncodedText& text, Said& said) {
  for (const Contributions& c : contributions(subject, text)) {
    const std::string of = " of class " + std::to_string(c.label);
    CHECK_FALSE(c.remainder.has_value());
    said["logit" + of] = {c.logit};
    said["bias" + of] = {c.bias};
    for (const Term& term : c.terms) {
      said["terms" + of].push_back(term.value);
      for (const explain::Part& part : term.parts)
        said[part.name + " from " + std::to_string(term.token) + of].push_back(part.value);
    }
    for (const explain::Part& part : c.components) said["component " + part.name + of].push_back(part.value);
  }
}

void say_methods(const Subject& subject, const EncodedText& text, Said& said) {
  for (const MethodEntry& method : methods()) {
    if (!lacks(method, subject, text).empty()) continue;
    said[method.name] = method.attribute(subject, text, {1, std::nullopt, Target::Of::kLogit}).values;
    said[std::string(method.name) + " against"] =
        method.attribute(subject, text, {0, 2, Target::Of::kProbability}).values;
  }
}

void say_heads(const Subject& subject, const EncodedText& text, Said& said) {
  const std::vector<ValueNorms> norms = value_norms(subject, text);
  for (size_t l = 0; l < norms.size(); ++l) {
    const AttentionPoint& point = subject.anatomy.maps[l];
    const Map& map = norms[l].heads;
    said["norms of layer " + std::to_string(l)] = norms[l].summed.values;
    for (int64_t h = 0; h < map.H; ++h) {
      const auto first = map.weights.begin() + h * map.T * map.S;
      said["norms of " + head_name(point, h)] = {first, first + map.T * map.S};
      said["without " + head_name(point, h)] =
          logits_without(subject, {text}, {{point.layer, static_cast<int>(h)}}).values;
    }
  }
}

Said said_of_classifier(const Kind& kind, const Network& network) {
  const std::unique_ptr<TextEncoder> words = letters(network.parameters().has("phrases.weight"));
  const IdsAlone ids;
  const TextToIds& texts = kind.words ? static_cast<const TextToIds&>(*words) : ids;
  const Tensor types = Tensor::of<int32_t>({5}, {0, 0, 0, 1, 1});
  const bool segments = network.parameters().has("embeddings.types.weight");
  const auto read = [&](const char* letter, std::initializer_list<int32_t> numbers) {
    if (kind.words) return words->encode(letter);
    return text_of(Tensor::of<int32_t>({5}, numbers), segments ? types : Tensor());
  };
  const EncodedText text = read("a b b c h", {2, 7, 11, 7, 3}), other = read("d b e a h", {2, 9, 12, 5, 3});
  const Device device = reading_device();
  Poisoned memory;
  const Subject subject(network, texts, device, memory);
  Said said;
  say_sums(subject, text, said);
  say_methods(subject, text, said);
  say_heads(subject, text, said);
  if (!subject.anatomy.layer_states.empty())
    said["patching"] = restoration(subject, text, other, {1, std::nullopt, Target::Of::kLogit}).scores.values;
  return said;
}

// Parts of the next token's scores, of three tokens.
Said said_of_writer(const Kind&, const Network& network) {
  const IdsAlone ids;
  const Device device = reading_device();
  Poisoned memory;
  const Subject subject(network, ids, device, memory);
  const EncodedText text = text_of(Tensor::of<int32_t>({5}, {2, 7, 11, 7, 3}));
  const Matrix scored = matrix_of(network.parameters().find(subject.anatomy.scored_by).value());
  Matrix directions(3, scored.columns);
  for (int64_t k = 0; k < 3; ++k) std::copy_n(scored.row(5 + k), scored.columns, directions.row(k));
  const Matrix all = run(subject, copies(text, 1)).logits;
  std::vector<double> sum(3, 0.0);
  Said said;
  for (const StreamTerm& term : unroll(subject, text, {{4, directions}})) {
    said[term.name + " from " + std::to_string(term.token)] = term.values;
    for (size_t k = 0; k < sum.size(); ++k) sum[k] += term.values[k];
  }
  for (int64_t k = 0; k < 3; ++k) CHECK(sum[static_cast<size_t>(k)] == Approx(all.at(all.rows - 1, 5 + k)));
  said["scores"] = sum;
  return said;
}

// "layer.1.head.0" → "layer.1.head.2", of three heads.
std::string reversed(const std::string& name, int64_t heads) {
  const std::string before = ".head.";
  const size_t at = name.find(before);
  if (at == std::string::npos) return name;
  std::string other = name;
  char& head = other[at + before.size()];
  head = static_cast<char>('0' + heads - 1 - (head - '0'));
  return other;
}

void check_same(const Said& before, const Said& after, int64_t reversed_heads) {
  REQUIRE(before.size() == after.size());
  for (const auto& [name, values] : before) {
    CAPTURE(name);
    const auto found = after.find(reversed_heads > 0 ? reversed(name, reversed_heads) : name);
    REQUIRE(found != after.end());
    REQUIRE(found->second.size() == values.size());
    for (size_t i = 0; i < values.size(); ++i)
      CHECK(std::abs(found->second[i] - values[i]) <= kNear * std::max(1.0, std::abs(values[i])));
  }
}

template <class SaidOf>
void check_changes(const std::vector<Kind>& kinds, const SaidOf& said_of) {
  for (const Kind& kind : kinds) {
    CAPTURE(kind.name);
    const Said before = said_of(kind, *kind.make());
    for (const auto& change : {add_constants, scale_values_and_queries, reverse_heads}) {
      const bool reverses = change == reverse_heads;
      CAPTURE(change == add_constants, reverses);
      const std::unique_ptr<Network> network = kind.make();
      change(kind, *network);
      check_same(before, said_of(kind, *network), reverses ? kind.heads : 0);
    }
  }
}

}  // namespace

TEST_CASE("Of classifiers no attribution moves as long as the function stays", "[explain]") {
  check_changes(classifiers(), said_of_classifier);
}

TEST_CASE("Of networks that write no part of a score moves as long as the function stays", "[explain]") {
  check_changes(writers(), said_of_writer);
}

TEST_CASE("RMSNorm takes no mean away of the parts that it reads", "[explain]") {
  const Kind llama = writers()[1];
  const std::unique_ptr<Network> network = llama.make();
  const IdsAlone ids;
  const Device device = cpu::device();
  Poisoned memory;
  const Subject subject(*network, ids, device, memory);
  const EncodedText text = text_of(Tensor::of<int32_t>({3}, {2, 7, 11}));
  const auto weight = [&](const std::string& name) {
    return matrix_of(network->parameters().find(name).value());
  };
  const std::string last = network->attention().back().name.substr(0, 9);  // "decoder.1"
  const Pass pass = run(subject, copies(text, 1), {{"embeddings", last}, {}, {}, {}});
  const Matrix state = matrix_of(pass.value(last)), word = matrix_of(pass.value("embeddings"));
  const Matrix w = weight("decoder.norm.weight"), scored = weight(subject.anatomy.scored_by);
  double squares = 0, want = 0;
  for (int64_t d = 0; d < state.columns; ++d) squares += state.at(2, d) * state.at(2, d);
  const double s = std::sqrt(squares / static_cast<double>(state.columns) + subject.anatomy.epsilon);
  for (int64_t d = 0; d < state.columns; ++d)
    want += scored.at(5, d) * w.values[static_cast<size_t>(d)] * word.at(2, d) / s;
  Matrix direction(1, scored.columns);
  std::copy_n(scored.row(5), scored.columns, direction.row(0));
  const std::vector<StreamTerm> terms = unroll(subject, text, {{2, direction}});
  const auto found =
      std::find_if(terms.begin(), terms.end(), [](const StreamTerm& t) { return t.name == "word"; });
  REQUIRE(found != terms.end());
  CHECK(found->values.front() == Approx(want));
}

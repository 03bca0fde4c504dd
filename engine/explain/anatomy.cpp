#include "engine/explain/anatomy.h"

#include <algorithm>

#include "engine/models/bert.h"
#include "engine/models/gpt2.h"
#include "engine/models/llama.h"
#include "engine/models/modern_bert.h"
#include "engine/models/recurrent_classifier.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"

namespace heed::explain {
namespace {

// "encoder.0.attention.weights" → "encoder.0.attention.value.weight"
std::string beside(const std::string& map, const char* what) {
  return map.substr(0, map.rfind('.') + 1) + what;
}

std::vector<std::string> existing(const Parameters& parameters, std::initializer_list<const char*> names) {
  std::vector<std::string> found;
  for (const char* name : names)
    if (has_parameter(parameters, name)) found.emplace_back(name);
  return found;
}

void describe_encoder(Anatomy& a, int64_t layers, int64_t groups) {
  int before = -1, nth = 0;
  for (int64_t l = 0; l < layers; ++l) {
    const auto group = static_cast<int>(l * groups / layers);
    nth = group == before ? nth + 1 : 0;
    before = group;
    const std::string weights = "encoder." + std::to_string(group);
    a.layers.push_back({weights, nth});
    a.summed.push_back({{{weights + ".attention.value.weight", nth}}, weights + ".attention.out.weight"});
  }
}

std::vector<std::string> numbered(const std::string& before, int64_t count, const char* behind) {
  std::vector<std::string> names;
  for (int64_t l = 0; l < count; ++l) names.push_back(before + std::to_string(l) + behind);
  return names;
}

void describe_votes(const SentenceClassifier& network, Anatomy& a) {
  a.additive = a.inputs;
  a.sums_phrases = network.config().sum_votes;
  std::vector<PointOf> values{{beside(a.maps.front().name, "value.weight"), 0}};
  if (std::find(a.inputs.begin(), a.inputs.end(), "phrases.weight") != a.inputs.end())
    values.push_back({"phrases.weight", 0});
  a.summed.push_back({values, "classifier.weight"});
}

}  // namespace

std::vector<std::string> map_names(const Anatomy& anatomy) {
  std::vector<std::string> names;
  for (const AttentionPoint& map : anatomy.maps) names.push_back(map.name);
  return names;
}

bool has_parameter(const Parameters& parameters, const std::string& name) {
  const std::vector<Variable>& all = parameters.all();
  return std::any_of(all.begin(), all.end(), [&](const Variable& p) { return p.node().name == name; });
}

Anatomy anatomy_of(const Network& network) {
  check(network.output() == Output::kTexts,
        "[explain] this model does not sort texts into classes: expected a text classifier.");
  const Parameters& parameters = network.parameters();
  Anatomy a;
  a.maps = network.attention();
  a.inputs = existing(parameters,
                      {"embeddings.words.weight", "embedding.weight", "pieces.weight", "phrases.weight"});
  if (const auto* bert = dynamic_cast<const Bert*>(&network)) {
    const BertConfig& c = bert->config();
    describe_encoder(a, c.layers, c.groups == 0 ? c.layers : c.groups);
    a.layer_states = numbered("encoder.", c.layers, "");
    a.states = a.layer_states.back();
    a.head = {c.dense, "", c.dense_activation};
    a.epsilon = c.epsilon;
    a.readout = Readout::kFirst;
  } else if (const auto* modern = dynamic_cast<const ModernBert*>(&network)) {
    describe_encoder(a, modern->config().layers, modern->config().layers);
    a.layer_states = numbered("encoder.", modern->config().layers, "");
    a.states = "encoder.norm.weight";
    a.inputs = {"embeddings.norm.weight"};
    a.inputs_of_one_length = true;
    a.head = {"head.dense", "head.norm", modern->config().head_activation};
    a.pre_norm = true;
    a.epsilon = modern->config().epsilon;
    a.readout = modern->config().pooling == "mean" ? Readout::kMean : Readout::kFirst;
  } else if (const auto* requests = dynamic_cast<const RequestClassifier*>(&network)) {
    const auto layers = static_cast<int64_t>(a.maps.size());
    describe_encoder(a, layers, layers);
    a.layer_states = numbered("encoder.", layers, ".feed_forward_norm.weight");
    a.states = a.layer_states.back();
    a.epsilon = 1e-5;
    a.readout = requests->config().pooling == "last" ? Readout::kLast : Readout::kMean;
  } else if (const auto* recurrent = dynamic_cast<const RecurrentClassifier*>(&network)) {
    a.layer_states = numbered(recurrent->config().cell + ".l", recurrent->config().layers, ".states");
    a.additive = {a.layer_states.back()};
    if (!a.maps.empty()) a.summed.push_back({{{a.additive.front(), 0}}, ""});
    a.readout = a.maps.empty() ? Readout::kMean : Readout::kPooled;
    a.reads_padding = recurrent->config().unmasked;
  } else if (const auto* votes = dynamic_cast<const SentenceClassifier*>(&network)) {
    describe_votes(*votes, a);
  } else {
    fail(
        "[explain] this program has a network that explanations know nothing of: "
        "engine/explain/anatomy.cpp.");
  }
  return a;
}

Anatomy anatomy_of_writer(const CausalNetwork& network) {
  const auto* gpt2 = dynamic_cast<const Gpt2*>(&network);
  const auto* llama = dynamic_cast<const Llama*>(&network);
  check(gpt2 != nullptr || llama != nullptr,
        "[explain] this program has a network that writes and that explanations know nothing "
        "of: engine/explain/anatomy.cpp.");
  const auto layers = static_cast<int64_t>(network.layers());
  Anatomy a;
  a.maps = network.attention();
  a.inputs = {"embeddings.words.weight"};
  for (int64_t l = 0; l < layers; ++l) {
    const std::string weights = "decoder." + std::to_string(l);
    a.layers.push_back({weights, 0});
    a.summed.push_back({{{weights + ".attention.value.weight", 0}}, weights + ".attention.out.weight"});
  }
  a.layer_states = numbered("decoder.", layers, "");
  a.states = "decoder.norm.weight";
  a.pre_norm = true;
  a.final_norm = "decoder.norm";
  a.epsilon = gpt2 ? gpt2->config().epsilon : llama->config().epsilon;
  a.centred = gpt2 != nullptr;
  const bool tied = gpt2 ? gpt2->config().tied : llama->config().tied;
  a.scored_by = tied ? "embeddings.words.weight" : "out.weight";
  return a;
}

}  // namespace heed::explain

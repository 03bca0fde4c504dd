// Decoders of the Hub against forward passes in float64 by others (../shared/oracle/hub), and what each key
// of their config.json does.
#pragma once

#include <set>

#include "engine/base/file.h"
#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/models/writing_networks.h"
#include "tests/engine/tensor/oracle.h"

namespace heed::test {

struct HubDecoder {
  const Architecture& family;
  std::string name;  // of tests/fixtures/<name>_config.json, _model.safetensors and _io.safetensors

  nlohmann::json config() const { return parse_json(read_file(fixture_path(name + "_config.json")), name); }
  std::unique_ptr<CausalNetwork> network() const {
    auto made = causal_of(family, config());
    const auto stored = Oracle(name + "_model").tensors();
    made->parameters().load(in_our_names(rules_of(family), stored, "", made->config().heads), name);
    return made;
  }
  // All that a config.json makes of a text: settings, and scores of drawn weights.
  std::string made_of(const nlohmann::json& given) const {
    const auto drawn = causal_of(family, given, 5);
    Bench bench(false);
    const Tensor scores = drawn->forward(bench.ctx, text_of({3, 1, 4, 1, 5, 9, 2, 6})).value();
    return write_fields(family.fields(), &drawn->config()).dump() +
           nlohmann::json(scores.values<float>()).dump();
  }
};

// Scores, states and maps of a text at once, then token by token with what has been read kept.
inline void check_passes(const HubDecoder& hub) {
  const Oracle io(hub.name + "_io");
  const auto network = hub.network();
  const std::vector<int32_t> ids = io.ids("input_ids").values<int32_t>();
  Bench bench(false), unwatched(false);
  bench.trace.watch("");
  bench.ctx.trace = &bench.trace;
  CHECK(absolute_difference(network->forward(bench.ctx, text_of(ids)).value(), io["logits"]) <= 1e-3);
  const Tensor &states = io["hidden_states"], &maps = io["attentions"];
  REQUIRE(network->layers() == static_cast<size_t>(maps.size(0)));
  for (const AttentionPoint& point : network->attention()) {
    const Tensor want = states.rows(point.layer + 1, 1).reshaped({states.size(1), states.size(2)});
    const Tensor map = maps.rows(point.layer, 1);
    CHECK(absolute_difference(*bench.trace.find("decoder." + std::to_string(point.layer)), want) <= 1e-3);
    CHECK(absolute_difference(bench.trace.find(point.name)->reshaped(map.shape()), map) <= 1e-4);
  }
  nn::Past past(network->layers());
  std::vector<int32_t> next = ids;
  for (const int32_t wanted : io.ids("generated_ids").values<int32_t>()) {
    const Variable read = network->states(unwatched.ctx, text_of(next), &past);
    REQUIRE(last_likeliest(network->scores(unwatched.ctx, read).value()) == wanted);
    next = {wanted};
  }
}

// The weights go back under the library's names, to `most` of what they were.
inline void check_stored(const HubDecoder& hub, double most) {
  const auto network = hub.network();
  const auto stored =
      stored_weights(rules_of(hub.family), network->parameters().values(), false, network->config().heads);
  const Oracle given(hub.name + "_model");
  REQUIRE(stored.size() == given.tensors().size());
  for (const auto& [name, want] : given.tensors()) {
    CAPTURE(name);
    REQUIRE(stored.count(name) == 1);
    CHECK(absolute_difference(stored.at(name), want) <= most);
  }
}

using Changes = std::map<std::string, nlohmann::json>;

// Every key changes what is made of a text, is harmless, or is refused.
inline void check_keys(const HubDecoder& hub, const Changes& read, const Changes& refused,
                       const std::set<std::string>& harmless) {
  const auto with = [&](const std::string& key, const nlohmann::json& value) {
    nlohmann::json config = hub.config();
    config[key] = value;
    return config;
  };
  const nlohmann::json own = hub.config();
  const std::string usual = hub.made_of(own);
  for (const auto& [key, value] : read) {
    CAPTURE(key);
    CHECK(hub.made_of(with(key, value)) != usual);
  }
  for (const auto& [key, value] : refused) {
    CAPTURE(key);
    CHECK(contains(message_of([&, k = key, v = value] { hub.made_of(with(k, v)); }), "folder/config.json"));
  }
  for (const std::string& key : harmless) {
    CAPTURE(key);
    CHECK(hub.made_of(with(key, nullptr)) == usual);
  }
  for (const auto& [key, value] : own.items()) {
    CAPTURE(key);
    CHECK((key == "model_type" || read.count(key) || refused.count(key) || harmless.count(key)));
  }
}

}  // namespace heed::test

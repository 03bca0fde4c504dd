// Attention between two texts as the page's sections call it: plain C functions over the session, in a module
// of their own, so that a visit that does not open them does not load them. Translates types, no logic.
//
// Text goes in as UTF-8 bytes with their count. Every function returns 1, and heed_result() is its answer as
// JSON, or 0, and heed_error() says why.
#include <emscripten/emscripten.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session/error.h"
#include "engine/session/reading/attend.h"
#include "engine/session/reading/learned.h"
#include "engine/session/reading/vectors.h"
#include "web/bindings/reply.h"

namespace {

using namespace heed::bindings;
using namespace heed::session;
using nlohmann::json;

struct State {
  std::optional<WordVectors> vectors;
  std::optional<GloveReader> reader;
};

State& state() {
  static State instance;
  return instance;
}

// {"width": 50, "words": 10000, "warnings": []}; `words` is null where every word has a vector.
int opened(WordVectors vectors, bool all_words = false) {
  const json words = all_words ? json() : json(vectors.size());
  reply().result = written({{"width", vectors.D()}, {"words", words}, {"warnings", vectors.warnings()}});
  state().vectors = std::move(vectors);
  return 1;
}

// What is not there keeps its default.
AttendOptions read_options(const json& given) {
  AttendOptions options;
  options.mechanism = given.value("mechanism", options.mechanism);
  options.causal = given.value("causal", options.causal);
  options.seed = given.value("seed", options.seed);
  options.draw = given.value("draw", options.draw);
  options.width = given.value("width", options.width);
  options.heads = given.value("heads", options.heads);
  options.temperature = given.value("temperature", options.temperature);
  options.window = given.value("window", options.window);
  return options;
}

// Of tensors the values are their own; of texts they are the keys.
json of_tensors(const json& random, const AttendOptions& options) {
  const AttendTensors tensors = random_tensors(random.at("seed"), random.at("T"), random.at("D"));
  json found = to_json(attend(tensors, options), true);
  json rows = json::array();
  for (auto at = tensors.value.begin(); at != tensors.value.end(); at += tensors.Dv)
    rows.push_back(std::vector<float>(at, at + tensors.Dv));
  found["value"] = std::move(rows);
  return found;
}

json of_texts(const json& request, const AttendOptions& options) {
  heed::check(state().vectors.has_value(), "[lab] no vectors are open: open some first.");
  return to_json(attend(*state().vectors, request.at("query"), request.at("key"), options), true);
}

// By name, [rows][columns].
json learned_by(int64_t D, const AttendOptions& options) {
  json all = json::object();
  for (const Learned& matrix : learned(D, options)) {
    json& rows = all[matrix.name] = json::array();
    for (auto at = matrix.values.begin(); at != matrix.values.end(); at += matrix.columns)
      rows.push_back(std::vector<float>(at, at + matrix.columns));
  }
  return all;
}

// A mechanism that cannot do it is an answer too: the others have theirs.
json answer(const json& request, const AttendOptions& options) {
  try {
    const bool random = request.contains("random");
    json found = random ? of_tensors(request["random"], options) : of_texts(request, options);
    const int64_t D = random ? request["random"].at("D").get<int64_t>() : state().vectors->D();
    found["learned"] = learned_by(D, options);
    return found;
  } catch (const std::exception& error) {
    return {{"error", error.what()}};
  }
}

}  // namespace

extern "C" {

// The three files of a model folder with word vectors.
EMSCRIPTEN_KEEPALIVE int heed_lab_open(const char* name, const char* config, int config_len,
                                       const char* tokenizer, int tokenizer_len, const char* weights,
                                       int weights_len) {
  return guarded(0, [&] {
    const std::map<std::string, std::string> files = {{"config.json", bytes(config, config_len)},
                                                      {"tokenizer.json", bytes(tokenizer, tokenizer_len)},
                                                      {"model.safetensors", bytes(weights, weights_len)}};
    return opened(WordVectors::from_files(name, files));
  });
}

EMSCRIPTEN_KEEPALIVE int heed_lab_random(int width, unsigned seed) {
  return guarded(0, [&] { return opened(WordVectors::random(width, seed), true); });
}

// A GloVe text file, in pieces: {"name": "glove.6B.50d.txt", "texts": ["…"]}, of whose words the rows are
// kept.
EMSCRIPTEN_KEEPALIVE int heed_lab_begin(const char* request, int len) {
  return guarded(0, [&] {
    const json given = json::parse(request, request + len);
    std::vector<std::string> words;
    for (const std::string text : given.at("texts"))
      for (std::string& word : words_of(text)) words.push_back(std::move(word));
    state().reader.emplace(given.at("name").get<std::string>(), words);
    return 1;
  });
}

EMSCRIPTEN_KEEPALIVE int heed_lab_feed(const char* text, int len) {
  return guarded(0, [&] {
    heed::check(state().reader.has_value(), "[lab] no file is being read.");
    state().reader->feed(std::string_view(text, static_cast<size_t>(len)));
    return 1;
  });
}

EMSCRIPTEN_KEEPALIVE int heed_lab_end() {
  return guarded(0, [&] {
    heed::check(state().reader.has_value(), "[lab] no file is being read.");
    GloveReader reader = std::move(*state().reader);
    state().reader.reset();
    return opened(reader.finish());
  });
}

// {"query": "…", "key": "…", "jobs": [{"mechanism": "dot", …}, …]}, or with {"random": {"seed", "T", "D"}} in
// place of texts. Answers a list: for each job what it found, or {"error": "…"}.
EMSCRIPTEN_KEEPALIVE int heed_lab_attend(const char* request, int len) {
  return guarded(0, [&] {
    const json given = json::parse(request, request + len);
    json answers = json::array();
    for (const json& job : given.at("jobs")) answers.push_back(answer(given, read_options(job)));
    reply().result = written(answers);
    return 1;
  });
}

}  // extern "C"

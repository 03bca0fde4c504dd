// The engine as the page calls it: plain C functions over the session. Translates types, no logic.
//
// Text goes in as UTF-8 bytes with their count; results stay here until the next call and are read in place:
// JSON through heed_result(), the floats of attention map i through heed_weights(i). A function that fails
// returns -1 (heed_open) or 0, and heed_error() says why.
#include <emscripten/emscripten.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/session/error.h"
#include "engine/session/model.h"
#include "web/bindings/reply.h"

namespace {

using heed::session::Analysis;
using heed::session::AnalysisOptions;
using heed::session::Model;
using namespace heed::bindings;

struct State {
  std::map<int, Model> models;
  int next_handle = 0;
  Analysis analysis;
};

State& state() {
  static State instance;
  return instance;
}

Model& model(int handle) {
  const auto found = state().models.find(handle);
  heed::check(found != state().models.end(), "[engine] no model is open under the handle ", handle, ".");
  return found->second;
}

// {"top": 8, "max_tokens": 512}; what is not there keeps its default.
AnalysisOptions read_options(const char* json, int count) {
  AnalysisOptions options;
  if (count == 0) return options;
  const auto given = nlohmann::json::parse(json, json + count);
  options.top = given.value("top", options.top);
  options.max_tokens = given.value("max_tokens", options.max_tokens);
  return options;
}

}  // namespace

extern "C" {

// The three files of a model folder. Returns a handle, or -1.
EMSCRIPTEN_KEEPALIVE int heed_open(const char* name, const char* config, int config_len,
                                   const char* tokenizer, int tokenizer_len, const char* weights,
                                   int weights_len) {
  return guarded(-1, [&] {
    std::map<std::string, std::string> files = {{"config.json", bytes(config, config_len)},
                                                {"tokenizer.json", bytes(tokenizer, tokenizer_len)},
                                                {"model.safetensors", bytes(weights, weights_len)}};
    Model opened = Model::from_files(name, std::move(files));
    const int handle = state().next_handle++;
    state().models.emplace(handle, std::move(opened));
    return handle;
  });
}

EMSCRIPTEN_KEEPALIVE int heed_info(int handle) {
  return guarded(0, [&] {
    reply().result = written(to_json(model(handle).info()));
    return 1;
  });
}

EMSCRIPTEN_KEEPALIVE int heed_analyse(int handle, const char* text, int len, const char* options,
                                      int options_len) {
  return guarded(0, [&] {
    state().analysis = model(handle).analyse(bytes(text, len), read_options(options, options_len));
    reply().result = written(to_json(state().analysis, false));
    return 1;
  });
}

// Floats [H, T, S] of attention map i of the last analysis; null and 0 when there is no such map.
EMSCRIPTEN_KEEPALIVE const float* heed_weights(int i) {
  const auto& maps = state().analysis.attention;
  return i >= 0 && static_cast<size_t>(i) < maps.size() ? maps[static_cast<size_t>(i)].weights.data()
                                                        : nullptr;
}

EMSCRIPTEN_KEEPALIVE int heed_weights_count(int i) {
  const auto& maps = state().analysis.attention;
  return i >= 0 && static_cast<size_t>(i) < maps.size()
             ? static_cast<int>(maps[static_cast<size_t>(i)].weights.size())
             : 0;
}

EMSCRIPTEN_KEEPALIVE int heed_close(int handle) {
  return guarded(0, [&] {
    model(handle);
    state().models.erase(handle);
    return 1;
  });
}

}  // extern "C"

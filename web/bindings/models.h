// What the modules with models have in common: the models that are open, and the last analysis of one.
#pragma once

#include <emscripten/emscripten.h>

#include <map>
#include <nlohmann/json.hpp>

#include "engine/session/error.h"
#include "engine/session/models/model.h"
#include "web/bindings/reply.h"

namespace heed::bindings {

struct State {
  std::map<int, session::Model> models;
  int next_handle = 0;
  session::Analysis analysis;
};

inline State& state() {
  static State instance;
  return instance;
}

inline session::Model& model(int handle) {
  const auto found = state().models.find(handle);
  check(found != state().models.end(), "[engine] no model is open under the handle ", handle, ".");
  return found->second;
}

inline int add(session::Model opened) {
  const int handle = state().next_handle++;
  state().models.emplace(handle, std::move(opened));
  return handle;
}

// {"top": 8, "max_tokens": 512, "whole_maps": 64}; what is not there keeps its default.
inline session::AnalysisOptions read_options(const char* json, int count) {
  session::AnalysisOptions options;
  if (count == 0) return options;
  const auto given = nlohmann::json::parse(json, json + count);
  options.top = given.value("top", options.top);
  options.max_tokens = given.value("max_tokens", options.max_tokens);
  options.whole_maps = given.value("whole_maps", options.whole_maps);
  return options;
}

inline int keep(session::Analysis analysis) {
  state().analysis = std::move(analysis);
  reply().result = written(to_json(state().analysis, false));
  return 1;
}

}  // namespace heed::bindings

extern "C" {

EMSCRIPTEN_KEEPALIVE inline int heed_info(int handle) {
  using namespace heed::bindings;
  return guarded(0, [&] {
    reply().result = written(to_json(model(handle).info()));
    return 1;
  });
}

EMSCRIPTEN_KEEPALIVE inline int heed_analyse(int handle, const char* text, int len, const char* options,
                                             int options_len) {
  using namespace heed::bindings;
  return guarded(
      0, [&] { return keep(model(handle).analyse(bytes(text, len), read_options(options, options_len))); });
}

// Floats [H, T, S] of attention map i of the last analysis; null and 0 when there is no such map.
EMSCRIPTEN_KEEPALIVE inline const float* heed_weights(int i) {
  const auto& maps = heed::bindings::state().analysis.attention;
  return i >= 0 && static_cast<size_t>(i) < maps.size() ? maps[static_cast<size_t>(i)].weights.data()
                                                        : nullptr;
}

EMSCRIPTEN_KEEPALIVE inline int heed_weights_count(int i) {
  const auto& maps = heed::bindings::state().analysis.attention;
  return i >= 0 && static_cast<size_t>(i) < maps.size()
             ? static_cast<int>(maps[static_cast<size_t>(i)].weights.size())
             : 0;
}

EMSCRIPTEN_KEEPALIVE inline int heed_close(int handle) {
  using namespace heed::bindings;
  return guarded(0, [&] {
    model(handle);
    state().models.erase(handle);
    return 1;
  });
}

}  // extern "C"

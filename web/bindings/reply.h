// What the C interfaces of both modules have in common: results and errors that stay until the next call.
#pragma once

#include <emscripten/emscripten.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <string>

namespace heed::bindings {

struct Reply {
  std::string result;
  std::string error;
};

inline Reply& reply() {
  static Reply instance;
  return instance;
}

// Runs `action` and returns its value; what it throws becomes heed_error() and `failed`.
template <class Action>
int guarded(int failed, Action action) {
  reply().error.clear();
  reply().result.clear();
  try {
    return action();
  } catch (const std::exception& error) {
    reply().error = error.what();
  } catch (...) {
    reply().error = "[engine] failed for an unknown reason.";
  }
  return failed;
}

inline std::string bytes(const char* data, int count) {
  return std::string(data, static_cast<size_t>(count));
}

inline std::string written(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace heed::bindings

extern "C" {

EMSCRIPTEN_KEEPALIVE inline const char* heed_result() {
  return heed::bindings::reply().result.data();
}
EMSCRIPTEN_KEEPALIVE inline int heed_result_size() {
  return static_cast<int>(heed::bindings::reply().result.size());
}
EMSCRIPTEN_KEEPALIVE inline const char* heed_error() {
  return heed::bindings::reply().error.data();
}
EMSCRIPTEN_KEEPALIVE inline int heed_error_size() {
  return static_cast<int>(heed::bindings::reply().error.size());
}

}  // extern "C"

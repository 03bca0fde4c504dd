// The module heed-expressions: regular expressions behind a few C functions. What is given lies at
// heed_expressions_input(), what is found at heed_expressions_found(), until the next call.
#include <emscripten/emscripten.h>

#include <cstdint>

#include "engine/text/expression.h"

namespace {

struct State {
  std::vector<std::shared_ptr<const heed::Expression>> expressions;
  std::string input, message;
  std::vector<uint32_t> found;
};

State& state() {
  static State instance;
  return instance;
}

// 0 and a message where `action` throws.
template <class Action>
int guarded(const Action& action) {
  try {
    action(state());
    return 1;
  } catch (const std::exception& error) {
    state().message = error.what();
    return 0;
  }
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE char* heed_expressions_input(size_t bytes) {
  state().input.resize(bytes);
  return state().input.data();
}

// The input is an expression, which gets this number.
EMSCRIPTEN_KEEPALIVE int heed_expressions_compile(size_t number) {
  return guarded([&](State& s) {
    auto compiled = heed::compile_expression(s.input);
    if (s.expressions.size() <= number) s.expressions.resize(number + 1);
    s.expressions[number] = std::move(compiled);
  });
}

// The input is a text: where each find begins and ends.
EMSCRIPTEN_KEEPALIVE int heed_expressions_find(size_t number) {
  return guarded([&](State& s) {
    s.found.clear();
    for (const auto& [first, last] : s.expressions.at(number)->matches(s.input)) {
      s.found.push_back(static_cast<uint32_t>(first));
      s.found.push_back(static_cast<uint32_t>(last));
    }
  });
}

EMSCRIPTEN_KEEPALIVE const uint32_t* heed_expressions_found() {
  return state().found.data();
}
EMSCRIPTEN_KEEPALIVE size_t heed_expressions_count() {
  return state().found.size();
}
EMSCRIPTEN_KEEPALIVE const char* heed_expressions_message() {
  return state().message.c_str();
}
EMSCRIPTEN_KEEPALIVE size_t heed_expressions_message_size() {
  return state().message.size();
}

}  // extern "C"

// The engine as the page's worker calls it: the door of engine/session/door behind a few C functions.
//
// A call: the command as JSON goes to heed_input(0, its bytes), files beside it to heed_input(1, …) and on;
// then heed_call(files) carries it out. The answer as JSON, or the message of an error, lies at heed_reply(),
// floats beside it at heed_tensor(i), until the next call. Bytes that arrive piece by piece are written to
// heed_room() between calls. Pointers may lie beyond 2 GB.
#include <emscripten/emscripten.h>

#include "engine/session/door/door.h"

namespace {

using heed::session::Reply;

struct State {
  heed::session::Door door;
  std::string command;
  heed::session::Files files;
  Reply reply{nullptr};
  std::string text;
};

State& state() {
  static State instance;
  return instance;
}

// What `action` throws becomes the reply's text, and 0 is returned.
template <class Action>
int guarded(const Action& action) {
  try {
    action();
    return 1;
  } catch (const std::exception& error) {
    state().text = error.what();
  } catch (...) {
    state().text = "[engine] failed for an unknown reason.";
  }
  return 0;
}

}  // namespace

extern "C" {

// Null where there is no memory for it.
EMSCRIPTEN_KEEPALIVE char* heed_input(size_t i, size_t size) {
  char* place = nullptr;
  guarded([&] {
    std::vector<std::string>& files = state().files;
    if (files.size() < i) files.resize(i);
    std::string& input = i == 0 ? state().command : files[i - 1];
    input.resize(size);
    place = input.data();
  });
  return place;
}

EMSCRIPTEN_KEEPALIVE int heed_call(size_t files) {
  return guarded([&] {
    State& s = state();
    heed::session::Files given = std::move(s.files);
    given.resize(files);
    s.files.clear();
    s.reply = Reply(nullptr);
    s.reply = s.door.call(s.command, std::move(given));
    s.text = s.reply.value().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  });
}

EMSCRIPTEN_KEEPALIVE const char* heed_reply() {
  return state().text.data();
}
EMSCRIPTEN_KEEPALIVE size_t heed_reply_size() {
  return state().text.size();
}

EMSCRIPTEN_KEEPALIVE size_t heed_tensors() {
  return state().reply.tensors().size();
}
EMSCRIPTEN_KEEPALIVE const float* heed_tensor(size_t i) {
  return state().reply.tensors()[i].data();
}
EMSCRIPTEN_KEEPALIVE size_t heed_tensor_size(size_t i) {
  return state().reply.tensors()[i].size();
}

// Null, and 0 bytes, while nothing comes in.
EMSCRIPTEN_KEEPALIVE char* heed_room() {
  auto* inflow = state().door.inflow;
  return inflow ? inflow->room() : nullptr;
}
EMSCRIPTEN_KEEPALIVE size_t heed_room_size() {
  auto* inflow = state().door.inflow;
  return inflow ? inflow->room_size() : 0;
}
// 1, or 0 and a message at heed_reply().
EMSCRIPTEN_KEEPALIVE int heed_wrote(size_t count) {
  return guarded([&] { state().door.inflow->wrote(count); });
}

}  // extern "C"

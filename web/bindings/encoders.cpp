// Models of other makers as the page calls them: a module of its own, loaded when one is opened. Translates
// types, no logic.
//
// Files come in pieces, each written straight to where it stays: heed_begin, then for each file heed_file
// and, while heed_room_size() is not 0, bytes at heed_room() and heed_wrote; then heed_open. Otherwise as in
// bindings.cpp; pointers may lie beyond 2 GB.
#include <emscripten/emscripten.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/session/models/incoming.h"
#include "web/bindings/models.h"

namespace {

using namespace heed::bindings;
using nlohmann::json;

std::unique_ptr<heed::session::IncomingModel>& incoming() {
  static std::unique_ptr<heed::session::IncomingModel> instance;
  return instance;
}

heed::session::IncomingModel& coming() {
  heed::check(incoming() != nullptr, "[engine] no model is being opened.");
  return *incoming();
}

// Of the models that are opened from now on.
int& threads() {
  static int count = 1;
  return count;
}

// Of heed_head.
std::vector<float>& floats() {
  static std::vector<float> instance;
  return instance;
}

const heed::session::Heads& heads() {
  heed::check(state().analysis.heads != nullptr, "[engine] the last text has whole maps: take heed_weights.");
  return *state().analysis.heads;
}

}  // namespace

extern "C" {

// As many as Module.threads said; only the module with threads has more than one.
EMSCRIPTEN_KEEPALIVE int heed_threads(int count) {
  threads() = count;
  return 1;
}

// Whatever was being opened before is let go of. With `int8`, matrices become int8 as they come.
EMSCRIPTEN_KEEPALIVE int heed_begin(const char* name, int len, int int8) {
  using heed::session::Precision;
  return guarded(0, [&] {
    incoming() = std::make_unique<heed::session::IncomingModel>(
        bytes(name, len), int8 ? Precision::kInt8 : Precision::kAsStored, threads());
    return 1;
  });
}

// config.json comes first. `size` in bytes, a whole number that may be beyond 32 bits.
EMSCRIPTEN_KEEPALIVE int heed_file(const char* name, int len, double size) {
  return guarded(0, [&] {
    coming().begin(bytes(name, len), static_cast<uint64_t>(size));
    return 1;
  });
}

EMSCRIPTEN_KEEPALIVE char* heed_room() {
  return incoming() ? incoming()->room() : nullptr;
}
EMSCRIPTEN_KEEPALIVE size_t heed_room_size() {
  return incoming() ? incoming()->room_size() : 0;
}
EMSCRIPTEN_KEEPALIVE int heed_wrote(size_t count) {
  return guarded(0, [&] {
    coming().wrote(count);
    return 1;
  });
}

// Returns a handle, or -1.
EMSCRIPTEN_KEEPALIVE int heed_open() {
  return guarded(-1, [&] {
    coming();
    const auto given = std::move(incoming());
    return add(given->open());
  });
}

// Whether the model computes with int8: as its files are, or as heed_begin asked; or -1.
EMSCRIPTEN_KEEPALIVE int heed_int8(int handle) {
  return guarded(-1, [&] { return model(handle).info().int8 ? 1 : 0; });
}

EMSCRIPTEN_KEEPALIVE int heed_cancel() {
  incoming().reset();
  return 1;
}

EMSCRIPTEN_KEEPALIVE int heed_answer(int handle, const char* question, int question_len, const char* text,
                                     int len, const char* options, int options_len) {
  return guarded(0, [&] {
    return keep(model(handle).answer(bytes(question, question_len), bytes(text, len),
                                     read_options(options, options_len)));
  });
}

EMSCRIPTEN_KEEPALIVE int heed_fill_mask(int handle, const char* text, int len, int top) {
  return guarded(0, [&] {
    reply().result = written(to_json(model(handle).fill_mask(bytes(text, len), top)));
    return 1;
  });
}

EMSCRIPTEN_KEEPALIVE int heed_tokenize(int handle, const char* text, int len) {
  return guarded(0, [&] {
    json tokens = json::array();
    for (const auto& token : model(handle).tokenize(bytes(text, len))) tokens.push_back(to_json(token));
    reply().result = written(tokens);
    return 1;
  });
}

// {"embedding": […], "cls_embedding": […]} of a plain encoder, empty of others; the last analysis stays.
EMSCRIPTEN_KEEPALIVE int heed_embed(int handle, const char* text, int len) {
  return guarded(0, [&] {
    heed::session::AnalysisOptions options;
    options.attention = false;
    const auto analysis = model(handle).analyse(bytes(text, len), options);
    reply().result = written({{"embedding", analysis.embedding}, {"cls_embedding", analysis.cls_embedding}});
    return 1;
  });
}

// Of the last analysis, of a text with more tokens than "whole_maps": floats [T, S] of one head (-1: of all
// heads of the layer averaged) in heed_floats().
EMSCRIPTEN_KEEPALIVE int heed_head(int layer, int head) {
  return guarded(0, [&] {
    floats() = heads().weights(layer, head);
    return 1;
  });
}
EMSCRIPTEN_KEEPALIVE const float* heed_floats() {
  return floats().data();
}
EMSCRIPTEN_KEEPALIVE size_t heed_floats_count() {
  return floats().size();
}

}  // extern "C"

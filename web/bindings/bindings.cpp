// The engine as the page calls it: plain C functions over the session. Translates types, no logic.
//
// Text goes in as UTF-8 bytes with their count; results stay here until the next call and are read in place:
// JSON through heed_result(), the floats of attention map i through heed_weights(i). A function that fails
// returns -1 (heed_open) or 0, and heed_error() says why.
#include <emscripten/emscripten.h>

#include <string>

#include "web/bindings/models.h"

using namespace heed::bindings;

extern "C" {

// The three files of a model folder. Returns a handle, or -1.
EMSCRIPTEN_KEEPALIVE int heed_open(const char* name, const char* config, int config_len,
                                   const char* tokenizer, int tokenizer_len, const char* weights,
                                   int weights_len) {
  return guarded(-1, [&] {
    std::map<std::string, std::string> files = {{"config.json", bytes(config, config_len)},
                                                {"tokenizer.json", bytes(tokenizer, tokenizer_len)},
                                                {"model.safetensors", bytes(weights, weights_len)}};
    return add(heed::session::Model::from_files(name, std::move(files)));
  });
}

}  // extern "C"

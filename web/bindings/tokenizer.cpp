// Tokenizers as the page's section calls them: plain C functions over the session, in a module of their own,
// so that a visit that does not open it does not load them. Translates types, no logic.
//
// Text goes in as UTF-8 bytes with their count. Every function returns 1, and heed_result() is its answer as
// JSON, or 0, and heed_error() says why.
#include <emscripten/emscripten.h>

#include <map>
#include <nlohmann/json.hpp>

#include "engine/session/error.h"
#include "engine/session/reading/tokenize.h"
#include "web/bindings/reply.h"

namespace {

using namespace heed::bindings;
using heed::session::OpenTokenizer;

// By the page's own numbers.
std::map<int, OpenTokenizer>& tokenizers() {
  static std::map<int, OpenTokenizer> all;
  return all;
}

}  // namespace

extern "C" {

// A tokenizer.json or a vocab.txt, in place of what was open under this number: {"kind": "WordPiece", "size":
// 8000}. On an error what was open stays.
EMSCRIPTEN_KEEPALIVE int heed_tokenizer_open(int number, const char* name, const char* file, int len) {
  return guarded(0, [&] {
    OpenTokenizer opened = OpenTokenizer::from_bytes(name, bytes(file, len));
    reply().result = written({{"kind", opened.kind()}, {"size", opened.size()}});
    tokenizers().erase(number);
    tokenizers().emplace(number, std::move(opened));
    return 1;
  });
}

// The cut of a text step by step, as `heed tokenize --steps --json` writes it.
EMSCRIPTEN_KEEPALIVE int heed_tokenizer_steps(int number, const char* text, int len) {
  return guarded(0, [&] {
    const auto found = tokenizers().find(number);
    heed::check(found != tokenizers().end(), "[tokenizer] none is open: open one first.");
    reply().result = written(to_json(found->second.steps(bytes(text, len))));
    return 1;
  });
}

}  // extern "C"

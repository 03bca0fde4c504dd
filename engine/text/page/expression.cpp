// Regular expressions in the engine's modules: found by the module heed-expressions, which the page loads and
// puts into Module.expressions once an expression was asked for (web/src/engine/module.ts).
#include "engine/text/expression.h"

#include <emscripten/emscripten.h>

#include <cstdint>

#include "engine/base/error.h"

// clang-format off

// The number that an expression has from now on. Module.asked: those that what is being opened asks for.
EM_JS(int, heed_expression_ask, (const char* source, size_t bytes), {
  const text = new TextDecoder().decode(HEAPU8.slice(source >>> 0, (source >>> 0) + bytes));
  const known = Module["known"] = Module["known"] || [];
  if (known.indexOf(text) < 0) known.push(text);
  (Module["asked"] = Module["asked"] || []).push(known.indexOf(text));
  return known.indexOf(text);
});

// 1 and numbers, 0 and a message: how many, how many bytes. -1: there is no module yet.
EM_JS(int, heed_expression_find, (int number, const char* text, size_t bytes, size_t* count), {
  const expressions = Module["expressions"];
  if (!expressions) return -1;
  const found = expressions.find(number, HEAPU8.slice(text >>> 0, (text >>> 0) + bytes));
  Module["found"] = found;
  HEAPU32[count >>> 2] = found.length;
  return found instanceof Uint32Array ? 1 : 0;
});

EM_JS(void, heed_expression_take, (void* to), {
  const found = Module["found"];
  HEAPU8.set(new Uint8Array(found.buffer, found.byteOffset, found.byteLength), to >>> 0);
});

// clang-format on

namespace heed {
namespace {

class PageExpression : public Expression {
 public:
  explicit PageExpression(const std::string& source)
      : number_(heed_expression_ask(source.data(), source.size())) {}

  std::vector<Match> matches(std::string_view text) const override {
    size_t count = 0;
    const int status = heed_expression_find(number_, text.data(), text.size(), &count);
    check(status >= 0,
          "[expression] the part for regular expressions is still loading: try again in a moment.");
    if (status == 0) {
      std::string message(count, ' ');
      heed_expression_take(message.data());
      throw Error(message);
    }
    std::vector<uint32_t> ends(count);
    heed_expression_take(ends.data());
    std::vector<Match> all(count / 2);
    for (size_t i = 0; i < all.size(); ++i) all[i] = {ends[2 * i], ends[2 * i + 1]};
    return all;
  }

 private:
  int number_;
};

}  // namespace

std::shared_ptr<const Expression> compile_expression(const std::string& source) {
  return std::make_shared<PageExpression>(source);
}

}  // namespace heed

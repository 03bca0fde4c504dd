// strtod of the page's modules: JavaScript reads the number, which rounds as C does. The C library's own
// comes with arithmetic of 128 bits, 14 kB in each module. Forms that neither JSON nor vectors have
// (hexadecimal, "inf", "nan") are no numbers here.
#include <emscripten/emscripten.h>

// clang-format off

// The number that the text begins with, and how many bytes it takes; 0 and 0 where it begins with none.
EM_JS(double, heed_number, (const char* text, int* bytes), {
  let written = "";
  for (let at = text >>> 0; "+-.0123456789eE".includes(String.fromCharCode(HEAPU8[at])); ++at)
    written += String.fromCharCode(HEAPU8[at]);
  const found = /^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)(e[+-]?[0-9]+)?/i.exec(written);
  HEAP32[bytes >>> 2] = found ? found[0].length : 0;
  return found ? Number(found[0]) : 0;
});

// clang-format on

// The linker's name for it (--wrap=strtod).
extern "C" double heed_strtod(const char* text, char** end) asm("__wrap_strtod");

double heed_strtod(const char* text, char** end) {
  const char* begin = text;
  while (*begin == ' ' || (*begin >= '\t' && *begin <= '\r')) ++begin;
  int bytes = 0;
  const double value = heed_number(begin, &bytes);
  if (end) *end = const_cast<char*>(bytes > 0 ? begin + bytes : text);
  return value;
}

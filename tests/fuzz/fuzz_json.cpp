// libFuzzer over JSON: whatever the text, it is a value that can be written and read again, or an Error; and
// what one door takes the others take.
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/base/error.h"
#include "engine/base/json_parse.h"
#include "tests/fuzz/budget.h"

namespace {

void read(const std::string& text) {
  const nlohmann::json value = heed::json_or_discarded(text);
  try {
    if (heed::parse_json(text, "fuzz") != value) __builtin_trap();
  } catch (const heed::Error&) {  // of two equal keys the other takes the last
  }
  if (value.is_discarded()) return;
  if (heed::parse_json(value.dump(), "fuzz") != value) __builtin_trap();
  const auto row = heed::ordered_row_or_discarded(text);
  if (!row.is_discarded() && nlohmann::json(row) != value) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  heed::fuzz::within_budget([&] { read(text); });
  return 0;
}

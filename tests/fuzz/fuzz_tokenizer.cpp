// libFuzzer over tokenizer.json: whatever the file holds, it reads or throws Error, and what was read cuts
// any text and brings ids back. Input: the file; behind a zero byte, if there is one, the text.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/text/pipeline/pipeline.h"
#include "tests/fuzz/budget.h"

namespace {

void cut(const std::string& input) {
  const size_t zero = input.find('\0');
  const std::string text = zero == std::string::npos ? "Don't \xF0\x9F\x98\x80 e\xCC\x81 12  <mask>\xFF\n"
                                                     : input.substr(zero + 1);
  try {
    const auto pipeline = heed::read_pipeline(input.substr(0, zero), "fuzz");
    std::vector<int> ids;
    for (const heed::Piece& piece : pipeline.encode_pair(text, text).pieces) {
      if (piece.start < 0 || piece.start > piece.end || piece.end > static_cast<int64_t>(text.size()))
        __builtin_trap();
      ids.push_back(piece.id);
    }
    (void)pipeline.decode(ids);
  } catch (const heed::Error&) {  // what it should say
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  heed::fuzz::within_budget([&] { cut(input); });
  return 0;
}

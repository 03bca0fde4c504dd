#include "engine/text/aligned_text.h"

#include <cstddef>

#include "engine/base/error.h"
#include "engine/text/utf8.h"

namespace heed {

AlignedText AlignedText::of(std::string_view original) {
  check(static_cast<uint64_t>(original.size()) >> 32 == 0, "[text] a text of ", original.size(),
        " bytes: expected less than 4 GB; cut it into lines.");
  AlignedText aligned;
  aligned.reserve(original.size());
  std::string bytes;
  for (size_t at = 0; at < original.size();) {
    if (static_cast<unsigned char>(original[at]) < 0x80) {
      const auto place = static_cast<int64_t>(at);
      aligned.append(original[at++], {place, place + 1});
      continue;
    }
    const CodePoint c = decode_utf8(original, at);
    bytes.clear();
    append_utf8(bytes, c.value);
    const auto start = static_cast<int64_t>(at);
    aligned.append(bytes, {start, start + c.length});
    at += static_cast<size_t>(c.length);
  }
  return aligned;
}

void AlignedText::append(std::string_view bytes, Range original) {
  text_ += bytes;
  ranges_.insert(ranges_.end(), bytes.size(), stored(original));
}

void AlignedText::append(const AlignedText& from, size_t first, size_t last) {
  text_.append(from.text_, first, last - first);
  ranges_.insert(ranges_.end(), from.ranges_.begin() + static_cast<std::ptrdiff_t>(first),
                 from.ranges_.begin() + static_cast<std::ptrdiff_t>(last));
}

}  // namespace heed

#include "engine/data/phrase_filter.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/random.h"

namespace heed {
namespace {

constexpr int kKeyBits = 24;

// Mixed first: the upper bits of an FNV hash hardly depend on the last letters.
uint32_t key_of(uint32_t hash) {
  return mix32(hash) >> (32 - kKeyBits);
}

}  // namespace

PhraseFilter PhraseFilter::frequent(std::vector<uint32_t> hashes, int64_t min_freq) {
  std::sort(hashes.begin(), hashes.end());
  PhraseFilter filter;
  for (size_t first = 0, last = 0; first < hashes.size(); first = last) {
    while (last < hashes.size() && hashes[last] == hashes[first]) ++last;
    if (static_cast<int64_t>(last - first) >= min_freq) filter.keys_.push_back(key_of(hashes[first]));
  }
  std::sort(filter.keys_.begin(), filter.keys_.end());
  filter.keys_.erase(std::unique(filter.keys_.begin(), filter.keys_.end()), filter.keys_.end());
  return filter;
}

PhraseFilter PhraseFilter::read(std::span<const uint8_t> bytes, const std::string& file) {
  PhraseFilter filter;
  uint64_t next = 0, gap = 0;
  int shift = 0;
  for (const uint8_t byte : bytes) {
    gap |= static_cast<uint64_t>(byte & 0x7F) << shift;
    shift += 7;
    if (shift > 28 || next + gap >= (uint64_t{1} << kKeyBits)) break;
    if ((byte & 0x80) != 0) continue;
    filter.keys_.push_back(static_cast<uint32_t>(next + gap));
    next += gap + 1;
    gap = 0;
    shift = 0;
  }
  check(shift == 0, "[", file, "] phrase ", filter.rows(),
        " of the phrase filter is cut off or lies beyond 24 bits: the file is damaged.");
  return filter;
}

std::vector<uint8_t> PhraseFilter::bytes() const {
  std::vector<uint8_t> bytes;
  uint32_t next = 0;
  for (const uint32_t key : keys_) {
    uint32_t gap = key - next;
    for (; gap >= 0x80; gap >>= 7) bytes.push_back(static_cast<uint8_t>(gap | 0x80));
    bytes.push_back(static_cast<uint8_t>(gap));
    next = key + 1;
  }
  return bytes;
}

int32_t PhraseFilter::row(uint32_t hash) const {
  const uint32_t key = key_of(hash);
  const auto place = std::lower_bound(keys_.begin(), keys_.end(), key);
  return place != keys_.end() && *place == key ? static_cast<int32_t>(place - keys_.begin()) : -1;
}

}  // namespace heed

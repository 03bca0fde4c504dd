#include "engine/data/phrase_filter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

void PhraseCounts::add(std::span<const uint32_t> hashes, size_t label) {
  for (const uint32_t hash : hashes) {
    const auto [found, is_new] = places_.try_emplace(hash, counts_.size());
    if (is_new) counts_.resize(counts_.size() + classes_);
    ++counts_[found->second + label];
  }
}

PhraseFilter PhraseFilter::telling(const PhraseCounts& met, int64_t min_freq, int64_t rows) {
  const size_t C = met.classes_;
  std::vector<int64_t> all(C);  // phrases of each class
  for (size_t i = 0; i < met.counts_.size(); ++i) all[i % C] += met.counts_[i];
  const auto total = static_cast<double>(std::accumulate(all.begin(), all.end(), int64_t{0}));
  std::vector<std::pair<double, uint32_t>> told;  // -G²/2, key
  for (const auto& [hash, place] : met.places_) {
    const std::span<const int32_t> observed(&met.counts_[place], C);
    const int64_t times = std::accumulate(observed.begin(), observed.end(), int64_t{0});
    if (times < min_freq) continue;
    double sum = 0;
    for (size_t c = 0; c < C; ++c) {
      const double expected = static_cast<double>(times) * static_cast<double>(all[c]) / total;
      if (observed[c] > 0) sum += observed[c] * std::log(observed[c] / expected);
    }
    told.emplace_back(-sum, key_of(hash));
  }
  std::sort(told.begin(), told.end());
  if (rows > 0 && static_cast<size_t>(rows) < told.size()) told.resize(static_cast<size_t>(rows));
  PhraseFilter filter;
  for (const auto& [g2, key] : told) filter.keys_.push_back(key);
  std::sort(filter.keys_.begin(), filter.keys_.end());
  filter.keys_.erase(std::unique(filter.keys_.begin(), filter.keys_.end()), filter.keys_.end());
  return filter;
}

std::vector<float> PhraseFilter::log_odds(const PhraseCounts& met) const {
  constexpr double kSmoothing = 0.1;
  const size_t C = met.classes_, rows = keys_.size();
  std::vector<double> here(rows * C, kSmoothing), elsewhere(rows * C, kSmoothing), sum(C), sum_elsewhere(C);
  for (const auto& [hash, place] : met.places_) {
    const int32_t at = row(hash);
    if (at < 0) continue;
    const int64_t times = std::accumulate(&met.counts_[place], &met.counts_[place] + C, int64_t{0});
    for (size_t c = 0; c < C; ++c) {
      const size_t i = static_cast<size_t>(at) * C + c;
      here[i] += met.counts_[place + c];
      elsewhere[i] += static_cast<double>(times - met.counts_[place + c]);
    }
  }
  for (size_t i = 0; i < rows * C; ++i) sum[i % C] += here[i], sum_elsewhere[i % C] += elsewhere[i];
  std::vector<float> odds;
  for (size_t i = 0; i < rows * C; ++i)
    odds.push_back(
        static_cast<float>(std::log(here[i] / sum[i % C] * (sum_elsewhere[i % C] / elsewhere[i]))));
  return odds;
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

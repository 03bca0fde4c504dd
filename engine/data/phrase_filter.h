// Which phrases have a row in a model's table: those that the training part has often enough. Rare ones, most
// of all there are, then neither take rows nor share them with frequent ones, as they do where phrases are
// hashed into buckets.
//
// A phrase is known by 24 bits of its hash, so an unknown one is taken for a known one with a chance of
// rows / 2²⁴. The keys are stored in order, each as the gap to the one before: 1 to 2 bytes a phrase.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heed {

class PhraseFilter {
 public:
  PhraseFilter() = default;  // without rows
  // Of the hashes of all phrases met, those that were met `min_freq` times and more.
  static PhraseFilter frequent(std::vector<uint32_t> hashes, int64_t min_freq);

  // LEB128 of key - key before - 1. Error naming `file` for bytes that are no filter.
  static PhraseFilter read(std::span<const uint8_t> bytes, const std::string& file);
  std::vector<uint8_t> bytes() const;

  int64_t rows() const { return static_cast<int64_t>(keys_.size()); }
  int32_t row(uint32_t hash) const;  // -1: the phrase has none

 private:
  std::vector<uint32_t> keys_;  // ascending; a row is a key's place
};

}  // namespace heed

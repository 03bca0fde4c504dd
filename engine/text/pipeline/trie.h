// Strings and their numbers, found byte by byte: the longest piece at a place costs its length, whatever the
// size of the vocabulary.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace heed {

class Trie {
 public:
  using Node = uint32_t;
  static constexpr Node kRoot = 0, kNone = UINT32_MAX;
  static constexpr int32_t kNoValue = -1;

  Trie() : values_(1, kNoValue), slots_(64) {}

  // The number of a key that is there already is replaced. Error above 16 million nodes.
  void insert(std::string_view key, int32_t value);

  Node child(Node node, char byte) const {
    if (node == kNone) return kNone;
    const Slot& slot = slots_[place_of(node, byte)];
    return slot.child == 0 ? kNone : slot.child;
  }
  Node walk(Node node, std::string_view bytes) const {
    for (const char byte : bytes) node = child(node, byte);
    return node;
  }
  int32_t value(Node node) const { return node == kNone ? kNoValue : values_[node]; }
  std::optional<int32_t> find(std::string_view key) const {
    const int32_t found = value(walk(kRoot, key));
    return found == kNoValue ? std::nullopt : std::optional<int32_t>(found);
  }

  struct Match {
    size_t length = 0;  // 0: none
    int32_t value = kNoValue;
  };
  // The longest key below `node` that stands at byte `at` of `text`.
  Match longest(Node node, std::string_view text, size_t at) const {
    Match best;
    for (size_t end = at; end < text.size();) {
      node = child(node, text[end++]);
      if (node == kNone) break;
      if (values_[node] != kNoValue) best = {end - at, values_[node]};
    }
    return best;
  }

 private:
  struct Slot {
    uint32_t key = 0;    // node and byte
    uint32_t child = 0;  // 0: free; the root is nobody's child
  };

  static uint32_t key_of(Node node, char byte) { return node << 8 | static_cast<unsigned char>(byte); }
  size_t place_of(Node node, char byte) const {
    const uint32_t key = key_of(node, byte);
    const size_t mask = slots_.size() - 1;
    size_t place = (key * uint64_t{0x9E3779B97F4A7C15} >> 32) & mask;
    while (slots_[place].child != 0 && slots_[place].key != key) place = (place + 1) & mask;
    return place;
  }
  void grow();

  std::vector<int32_t> values_;  // [nodes]
  std::vector<Slot> slots_;      // open addressing: a power of two, at most half full
};

}  // namespace heed

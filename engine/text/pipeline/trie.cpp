#include "engine/text/pipeline/trie.h"

#include <utility>

#include "engine/base/error.h"

namespace heed {

void Trie::insert(std::string_view key, int32_t value) {
  constexpr size_t kMaxNodes = size_t{1} << 24;
  Node node = kRoot;
  for (const char byte : key) {
    size_t place = place_of(node, byte);
    if (slots_[place].child == 0) {
      check(values_.size() < kMaxNodes, "[tokenizer] its tokens have more than ", kMaxNodes,
            " different beginnings.");
      if (values_.size() * 2 >= slots_.size()) {
        grow();
        place = place_of(node, byte);
      }
      slots_[place] = {key_of(node, byte), static_cast<uint32_t>(values_.size())};
      values_.push_back(kNoValue);
    }
    node = slots_[place].child;
  }
  values_[node] = value;
}

void Trie::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  std::swap(old, slots_);
  for (const Slot& slot : old)
    if (slot.child != 0) slots_[place_of(slot.key >> 8, static_cast<char>(slot.key & 255))] = slot;
}

}  // namespace heed

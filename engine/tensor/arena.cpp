#include "engine/tensor/arena.h"

#include <algorithm>

namespace heed {
namespace {
constexpr size_t kSliceAlignment = 64;
}

Arena::Arena(Allocator& source, size_t block_bytes) : source_(source), block_bytes_(block_bytes) {}

std::shared_ptr<void> Arena::allocate(size_t bytes) {
  size_t needed = (bytes + kSliceAlignment - 1) / kSliceAlignment * kSliceAlignment;
  while (block_ < blocks_.size() && offset_ + needed > blocks_[block_].size) {
    ++block_;
    offset_ = 0;
  }
  if (block_ == blocks_.size()) {
    size_t size = std::max(needed, block_bytes_);
    blocks_.push_back({source_.allocate(size), size});
    offset_ = 0;
  }
  Block& block = blocks_[block_];
  std::shared_ptr<void> memory(block.memory, static_cast<char*>(block.memory.get()) + offset_);
  offset_ += needed;
  return memory;
}

void Arena::reset() {
  // A block that some tensor still looks at is left to that tensor.
  std::erase_if(blocks_, [](const Block& block) { return block.memory.use_count() > 1; });
  block_ = 0;
  offset_ = 0;
}

size_t Arena::bytes() const {
  size_t total = 0;
  for (const Block& block : blocks_) total += block.size;
  return total;
}

}  // namespace heed

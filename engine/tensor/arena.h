// Memory for one call or one training step: handed out by moving a pointer, taken back all at once.
// A tensor that outlives reset() keeps its block alive, so nothing ever dangles.
#pragma once

#include <vector>

#include "engine/tensor/tensor.h"

namespace heed {

class Arena final : public Allocator {
 public:
  explicit Arena(Allocator& source = heap(), size_t block_bytes = size_t{1} << 20);

  std::shared_ptr<void> allocate(size_t bytes) override;
  void reset();
  size_t bytes() const;  // held in blocks

 private:
  struct Block {
    std::shared_ptr<void> memory;
    size_t size = 0;
  };
  Allocator& source_;
  size_t block_bytes_;
  std::vector<Block> blocks_;
  size_t block_ = 0;   // the one in use
  size_t offset_ = 0;  // within it
};

}  // namespace heed

// Memory for the steps of a large network: what a pass lets go of, the rest of the pass gets. Tensors of any
// size come and go in any order; ranges that are free and touch become one again.
#pragma once

#include <memory>

#include "engine/tensor/tensor.h"

namespace heed {

// For one thread at a time.
class Pool final : public Allocator {
 public:
  explicit Pool(Allocator& source = heap(), size_t block_bytes = size_t{32} << 20);
  std::shared_ptr<void> allocate(size_t bytes) override;

  // Gives blocks of which nothing is in use back to the source.
  void trim();
  size_t bytes() const;   // held in blocks
  size_t in_use() const;  // of them

 private:
  struct Store;
  std::shared_ptr<Store> store_;  // shared with what was handed out: a tensor may outlive its pool
};

}  // namespace heed

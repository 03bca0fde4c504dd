// Memory for one long forward pass: what a layer lets go of, the next one gets. Without a tape a pass then
// needs the memory of one layer, however many there are.
#pragma once

#include <memory>

#include "engine/tensor/tensor.h"

namespace heed {

class Recycler final : public Allocator {
 public:
  explicit Recycler(Allocator& source = heap());
  std::shared_ptr<void> allocate(size_t bytes) override;
  // Gives back to the source what is not in use.
  void trim();
  size_t free_bytes() const;  // kept for the next who asks

 private:
  struct Store;
  std::shared_ptr<Store> store_;  // shared with what was handed out: a tensor may outlive its recycler
};

}  // namespace heed

#include "engine/tensor/recycler.h"

#include <map>
#include <mutex>

namespace heed {
namespace {

#if defined(__EMSCRIPTEN__)
// Only kernels run on several threads there, and what they run takes no memory from here. A real mutex would
// make the page download every message of the system's errors.
struct Mutex {
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

}  // namespace

struct Recycler::Store {
  Allocator& source;
  Mutex mutex;
  std::multimap<size_t, std::shared_ptr<void>> free;
};

Recycler::Recycler(Allocator& source) : store_(new Store{source, {}, {}}) {}

std::shared_ptr<void> Recycler::allocate(size_t bytes) {
  std::shared_ptr<void> block;
  size_t size = bytes;
  {
    const std::lock_guard lock(store_->mutex);
    // The smallest that is large enough and not far too large: sizes repeat from layer to layer.
    const auto found = store_->free.lower_bound(bytes);
    if (found != store_->free.end() && found->first <= 2 * bytes + 4096) {
      size = found->first;
      block = std::move(found->second);
      store_->free.erase(found);
    }
  }
  if (!block) block = store_->source.allocate(bytes);
  void* memory = block.get();
  return {memory, [store = store_, block = std::move(block), size](void*) mutable {
            const std::lock_guard lock(store->mutex);
            store->free.emplace(size, std::move(block));
          }};
}

void Recycler::trim() {
  const std::lock_guard lock(store_->mutex);
  store_->free.clear();
}

size_t Recycler::free_bytes() const {
  const std::lock_guard lock(store_->mutex);
  size_t bytes = 0;
  for (const auto& [size, block] : store_->free) bytes += size;
  return bytes;
}

}  // namespace heed

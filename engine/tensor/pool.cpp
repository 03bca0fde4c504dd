#include "engine/tensor/pool.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

namespace heed {
namespace {
constexpr size_t kGrain = 64;  // sizes are multiples of it
}

struct Pool::Store {
  Allocator& source;
  size_t block_bytes;
  struct Block {
    std::shared_ptr<void> memory;
    size_t size;
  };
  std::vector<Block> blocks;
  std::map<char*, size_t> free;                     // by place
  std::set<std::pair<size_t, char*>> free_by_size;  // the same
  size_t in_use = 0;

  void add(char* place, size_t size) {
    free.emplace(place, size);
    free_by_size.emplace(size, place);
  }
  void remove(std::map<char*, size_t>::iterator range) {
    free_by_size.erase({range->second, range->first});
    free.erase(range);
  }
  char* take(size_t size);
  void give_back(char* place, size_t size);
};

// Takes memory from the smallest range that is large enough.
char* Pool::Store::take(size_t size) {
  auto found = free_by_size.lower_bound({size, nullptr});
  if (found == free_by_size.end()) {
    // Between two blocks there is always a grain that nobody gets, so that their ends never meet.
    const size_t block = std::max(size, block_bytes);
    blocks.push_back({source.allocate(block + kGrain), block});
    add(static_cast<char*>(blocks.back().memory.get()), block);
    found = free_by_size.lower_bound({size, nullptr});
  }
  const auto [whole, place] = *found;
  remove(free.find(place));
  if (whole > size) add(place + size, whole - size);
  in_use += size;
  return place;
}

void Pool::Store::give_back(char* place, size_t size) {
  in_use -= size;
  auto next = free.lower_bound(place);
  if (next != free.begin())
    if (const auto before = std::prev(next); before->first + before->second == place) {
      place = before->first;
      size += before->second;
      remove(before);
    }
  if (next != free.end() && place + size == next->first) {
    size += next->second;
    remove(next);
  }
  add(place, size);
}

Pool::Pool(Allocator& source, size_t block_bytes) : store_(new Store{source, block_bytes, {}, {}, {}}) {}

std::shared_ptr<void> Pool::allocate(size_t bytes) {
  const size_t size = std::max(kGrain, (bytes + kGrain - 1) / kGrain * kGrain);
  char* place = store_->take(size);
  return {place, [store = store_, size](char* given) { store->give_back(given, size); }};
}

void Pool::trim() {
  std::erase_if(store_->blocks, [&](const Store::Block& block) {
    const auto range = store_->free.find(static_cast<char*>(block.memory.get()));
    if (range == store_->free.end() || range->second != block.size) return false;
    store_->remove(range);
    return true;
  });
}

size_t Pool::bytes() const {
  size_t total = 0;
  for (const Store::Block& block : store_->blocks) total += block.size;
  return total;
}

size_t Pool::in_use() const {
  return store_->in_use;
}

}  // namespace heed

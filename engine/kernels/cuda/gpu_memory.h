// Memory of a GPU, and numbers of the host that are kept there.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "engine/kernels/cuda/backend.h"
#include "engine/tensor/tensor.h"

namespace heed::cuda {

// An Error says what was asked for and what is left.
class GpuMemory final : public Allocator {
 public:
  explicit GpuMemory(Backend& backend) : backend_(backend) {}
  std::shared_ptr<void> allocate(size_t bytes) override;
  void when_full(std::function<void()> give_back) { give_back_ = std::move(give_back); }

 private:
  Backend& backend_;
  std::function<void()> give_back_;
};

// The host's memory that a GPU reads and writes itself.
class StagingMemory final : public Allocator {
 public:
  explicit StagingMemory(Backend& backend) : backend_(backend) {}
  std::shared_ptr<void> allocate(size_t bytes) override;

 private:
  Backend& backend_;
};

// Numbers that the host made for one launch (the places of sentences, say) on the GPU. What was uploaded
// once is found again by its contents: a batch's sentences are asked for by every layer.
class Uploads {
 public:
  Uploads(Backend& backend, Allocator& memory) : backend_(backend), memory_(memory) {}
  std::shared_ptr<void> find(const void* host, size_t bytes);
  size_t size() const { return kept_.size(); }

 private:
  struct Kept {
    std::string contents;
    std::shared_ptr<void> memory;
  };
  Backend& backend_;
  Allocator& memory_;
  std::multimap<uint64_t, Kept> kept_;
  // Those before, when there were too many: a launch that is being prepared may have found some of them.
  std::multimap<uint64_t, Kept> before_;
  size_t bytes_ = 0;
};

}  // namespace heed::cuda

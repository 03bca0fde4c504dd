#include "engine/kernels/cuda/gpu_memory.h"

#include <string_view>
#include <utility>

namespace heed::cuda {
namespace {

// More than a training step asks for, and little beside its activations.
constexpr size_t kMostUploads = 4096, kMostUploadedBytes = size_t{64} << 20;

}  // namespace

std::shared_ptr<void> GpuMemory::allocate(size_t bytes) {
  constexpr size_t kAlignment = 256;  // of what the library of products reads fastest
  const size_t rounded = (bytes + kAlignment) / kAlignment * kAlignment;
  void* memory = backend_.allocate(rounded);
  if (!memory && give_back_) {
    give_back_();
    memory = backend_.allocate(rounded);
  }
  check(memory != nullptr, "[cuda] no memory for ", rounded, " bytes on the GPU, where ",
        backend_.memory_left(), " are left: a smaller batch_size needs less.");
  return {memory, [backend = &backend_](void* p) { backend->release(p); }};
}

std::shared_ptr<void> StagingMemory::allocate(size_t bytes) {
  void* memory = backend_.allocate_staging(bytes + 1);
  check(memory != nullptr, "[cuda] no page-locked memory for ", bytes, " bytes.");
  return {memory, [backend = &backend_](void* p) { backend->release_staging(p); }};
}

std::shared_ptr<void> Uploads::find(const void* host, size_t bytes) {
  const std::string_view contents(static_cast<const char*>(host), bytes);
  const uint64_t hash = std::hash<std::string_view>{}(contents);
  for (auto [at, end] = kept_.equal_range(hash); at != end; ++at)
    if (at->second.contents == contents) return at->second.memory;
  if (kept_.size() >= kMostUploads || bytes_ + bytes > kMostUploadedBytes) {
    before_ = std::exchange(kept_, {});
    bytes_ = 0;
  }
  Kept kept{std::string(contents), memory_.allocate(bytes)};
  if (bytes > 0) backend_.upload(kept.memory.get(), host, bytes);
  bytes_ += bytes;
  return kept_.emplace(hash, std::move(kept))->second.memory;
}

}  // namespace heed::cuda

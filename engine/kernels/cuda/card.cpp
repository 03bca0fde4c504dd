#include "engine/kernels/cuda/card.h"

#include <cstring>
#include <string_view>
#include <utility>

namespace heed::cuda {
namespace {

void to_host(const Device& device, void* host, const void* card, size_t bytes) {
  if (bytes > 0) card_of(device).backend->download(host, card, bytes);
}

void from_host(const Device& device, void* card, const void* host, size_t bytes) {
  if (bytes > 0) card_of(device).backend->upload(card, host, bytes);
}

// More than a training step asks for, and little beside its activations.
constexpr size_t kMostUploads = 4096, kMostUploadedBytes = size_t{64} << 20;

}  // namespace

const void* Uploads::find(const void* host, size_t bytes) {
  const std::string_view contents(static_cast<const char*>(host), bytes);
  const uint64_t hash = std::hash<std::string_view>{}(contents);
  for (auto [at, end] = kept_.equal_range(hash); at != end; ++at)
    if (at->second.contents == contents) return at->second.memory.get();
  if (kept_.size() >= kMostUploads || bytes_ + bytes > kMostUploadedBytes) {
    before_ = std::exchange(kept_, {});
    bytes_ = 0;
  }
  Kept kept{std::string(contents), memory_.allocate(bytes)};
  if (bytes > 0) backend_.upload(kept.memory.get(), host, bytes);
  bytes_ += bytes;
  return kept_.emplace(hash, std::move(kept))->second.memory.get();
}

std::shared_ptr<void> CardMemory::allocate(size_t bytes) {
  constexpr size_t kAlignment = 256;  // of what the library of products reads fastest
  const size_t rounded = (bytes + kAlignment) / kAlignment * kAlignment;
  void* memory = backend_.allocate(rounded);
  if (!memory && give_back_) {
    give_back_();
    memory = backend_.allocate(rounded);
  }
  check(memory != nullptr, "[cuda] no memory for ", rounded, " bytes on the card, where ",
        backend_.memory_left(), " are left: a smaller batch_size needs less.");
  return {memory, [backend = &backend_](void* p) { backend->release(p); }};
}

Card::Card(std::unique_ptr<Backend> given)
    : backend(std::move(given)), source(*backend), memory(source), uploads(*backend, memory) {
  source.when_full([this] { memory.trim(); });
}

Card& card_of(const Device& device) {
  return *static_cast<Card*>(device.state);
}

Device device_of(Card& card, const std::string& description) {
  Device device;
  device.name = "cuda";
  device.description = description;
  device.memory = &card.memory;
  device.kernels = &kernels();
  device.to_host = to_host;
  device.from_host = from_host;
  device.separate = true;
  device.whole_tables = true;
  device.state = &card;
  return device;
}

}  // namespace heed::cuda

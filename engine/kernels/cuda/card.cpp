#include "engine/kernels/cuda/card.h"

#include "engine/kernels/cuda/replay.h"

namespace heed::cuda {
namespace {

void to_host(const Device& device, void* host, const void* card, size_t bytes) {
  Card& c = card_of(device);
  if (c.watch) c.watch->refuse("the host reads numbers of the step before it has ended");
  if (bytes > 0) c.backend->download(host, card, bytes);
}

void from_host(const Device& device, void* card, const void* host, size_t bytes) {
  if (bytes == 0) return;
  Card& c = card_of(device);
  const void* input = c.watch ? c.watch->given(host, bytes) : nullptr;
  if (c.watch && c.watch->recording())
    c.backend->copy(card, input ? input : c.kept(host, bytes), bytes);
  else
    c.backend->upload(card, host, bytes);
}

}  // namespace

std::shared_ptr<void> Card::Memory::allocate(size_t bytes) {
  return (card_.watch ? card_.of_steps : card_.lasting).allocate(bytes);
}

Card::Card(std::unique_ptr<Backend> given)
    : backend(std::move(given)),
      source(*backend),
      lasting(source),
      of_steps(source),
      uploads(*backend, lasting) {
  source.when_full([this] {
    if (watch && watch->recording()) return;  // giving memory back would have to wait for the card
    lasting.trim();
    if (replays == 0) of_steps.trim();
  });
}

const void* Card::numbers(const void* host, size_t bytes) {
  const void* input = watch ? watch->given(host, bytes) : nullptr;
  return input ? input : kept(host, bytes);
}

const void* Card::kept(const void* host, size_t bytes) {
  std::shared_ptr<void> found = uploads.find(host, bytes);
  const void* place = found.get();
  if (watch) watch->keep(std::move(found));
  return place;
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
  device.make_replay = [](const Device& on) -> std::unique_ptr<StepReplay> {
    return std::make_unique<Replay>(card_of(on));
  };
  device.state = &card;
  return device;
}

}  // namespace heed::cuda

#include "engine/kernels/cuda/gpu.h"

#include "engine/kernels/cuda/replay.h"

namespace heed::cuda {
namespace {

void to_host(const Device& device, void* host, const void* gpu, size_t bytes) {
  Gpu& c = gpu_of(device);
  if (c.watch) c.watch->refuse("the host reads numbers of the step before it has ended");
  if (bytes > 0) c.backend->download(host, gpu, bytes);
}

void from_host(const Device& device, void* gpu, const void* host, size_t bytes) {
  if (bytes == 0) return;
  Gpu& c = gpu_of(device);
  const void* input = c.watch ? c.watch->given(host, bytes) : nullptr;
  if (c.watch && c.watch->recording())
    c.backend->copy(gpu, input ? input : c.kept(host, bytes), bytes);
  else
    c.backend->upload(gpu, host, bytes);
}

}  // namespace

std::shared_ptr<void> Gpu::Memory::allocate(size_t bytes) {
  return (gpu_.watch ? gpu_.of_steps : gpu_.lasting).allocate(bytes);
}

Gpu::Gpu(std::unique_ptr<Backend> given)
    : backend(std::move(given)),
      source(*backend),
      staging(*backend),
      lasting(source),
      of_steps(source),
      uploads(*backend, lasting) {
  source.when_full([this] {
    if (watch && watch->recording()) return;  // giving memory back would have to wait for the GPU
    lasting.trim();
    if (replays == 0) of_steps.trim();
  });
}

const void* Gpu::numbers(const void* host, size_t bytes) {
  const void* input = watch ? watch->given(host, bytes) : nullptr;
  return input ? input : kept(host, bytes);
}

const void* Gpu::kept(const void* host, size_t bytes) {
  std::shared_ptr<void> found = uploads.find(host, bytes);
  const void* place = found.get();
  if (watch) watch->keep(std::move(found));
  return place;
}

Gpu& gpu_of(const Device& device) {
  return *static_cast<Gpu*>(device.state);
}

Device device_of(Gpu& gpu, const std::string& description) {
  Device device;
  device.name = "cuda";
  device.description = description;
  device.memory = &gpu.memory;
  device.staging = &gpu.staging;
  device.kernels = &kernels();
  device.to_host = to_host;
  device.from_host = from_host;
  device.separate = true;
  device.whole_tables = true;
  device.make_replay = [](const Device& on) -> std::unique_ptr<StepReplay> {
    return std::make_unique<Replay>(gpu_of(on));
  };
  device.state = &gpu;
  return device;
}

}  // namespace heed::cuda

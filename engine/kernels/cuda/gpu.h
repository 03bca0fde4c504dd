// A GPU as its kernels and its memory see it.
#pragma once

#include <memory>
#include <string>

#include "engine/kernels/cuda/backend.h"
#include "engine/kernels/cuda/gpu_memory.h"
#include "engine/kernels/cuda/step_watch.h"
#include "engine/kernels/kernels.h"
#include "engine/tensor/recycler.h"

namespace heed::cuda {

// What Device::state points to.
struct Gpu {
  explicit Gpu(std::unique_ptr<Backend> given);

  // Device::memory. What was let go of is handed out again: the GPU is asked only while a run gets warm. A
  // recorded step writes to the memory that it had whenever it is repeated, so that must never be handed out
  // to anything that is to last: steps that are recorded, or may be, share memory that nobody else gets.
  class Memory final : public Allocator {
   public:
    explicit Memory(Gpu& gpu) : gpu_(gpu) {}
    std::shared_ptr<void> allocate(size_t bytes) override;

   private:
    Gpu& gpu_;
  };

  // Numbers of the host on the GPU, for one launch.
  const void* numbers(const void* host, size_t bytes);
  // The same for numbers that belong to a recording, whatever the step: addresses of weights, say.
  const void* kept(const void* host, size_t bytes);
  // Null: the host's numbers hold.
  const StepNumber* number(std::optional<uint32_t> step, std::optional<int32_t> place) const {
    return watch ? watch->number(step, place) : nullptr;
  }
  void note(int64_t size) const {
    if (watch) watch->note(static_cast<uint64_t>(size));
  }

  std::unique_ptr<Backend> backend;
  GpuMemory source;
  StagingMemory staging;
  Recycler lasting, of_steps;
  Memory memory{*this};
  Uploads uploads;
  StepWatch* watch = nullptr;  // while a step is asked for that may be repeated
  int replays = 0;             // runs that may have recordings
};

Gpu& gpu_of(const Device& device);
// A device of this name and description over a GPU, which must outlive it.
Device device_of(Gpu& gpu, const std::string& description);
const Kernels& kernels();

}  // namespace heed::cuda

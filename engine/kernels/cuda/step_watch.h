// What passes between the host and the GPU while one step is asked for: what tells whether a recording of
// the step can stand for other steps of its shape (device/step_replay.h).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/device/step_replay.h"

namespace heed::cuda {

// Where the inputs of a step lie within the bytes that hold all of them, its number first.
struct InputLayout {
  std::vector<size_t> begin, size;  // of each input
  size_t bytes = 0;

  explicit InputLayout(const PlannedStep& step);
  // Writes all inputs to `bytes` bytes.
  void write(const PlannedStep& step, char* to) const;
};

class StepWatch {
 public:
  // `block`: where on the GPU a recorded step finds its inputs; null while it is only watched. `step` must
  // outlive the watch.
  StepWatch(const PlannedStep& step, void* block);

  bool recording() const { return block_ != nullptr; }
  // A size that must be the same in all steps of the shape: of a launch, of a product.
  void note(uint64_t size);
  // Numbers that the host gives the GPU: where a recorded step finds them if they are an input, else null.
  const void* given(const void* host, size_t bytes);
  // The same of the number of the step, of which the host knows `step`, or `place`.
  const StepNumber* number(std::optional<uint32_t> step, std::optional<int32_t> place);
  // What a recording goes on reading.
  void keep(std::shared_ptr<void> memory) { kept_.push_back(std::move(memory)); }
  // The step cannot be repeated: throws Error while it is recorded.
  void refuse(const char* reason);

  // A hash of all that was noted and given, inputs by their number and not by what is in them.
  uint64_t fingerprint() const { return fingerprint_; }
  const char* refused() const { return refused_; }  // null: it was not
  // Numbers that could be one input or another; with other texts they may not.
  bool ambiguous() const { return ambiguous_; }
  std::vector<std::shared_ptr<void>>& kept() { return kept_; }

 private:
  const PlannedStep& step_;
  InputLayout layout_;
  void* block_;
  uint64_t fingerprint_ = 0;
  const char* refused_ = nullptr;
  bool ambiguous_ = false;
  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace heed::cuda

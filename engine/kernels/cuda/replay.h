// Recordings of steps on a GPU: CUDA graphs.
#pragma once

#include <map>

#include "engine/kernels/cuda/gpu.h"

namespace heed::cuda {

class Replay final : public StepReplay {
 public:
  explicit Replay(Gpu& gpu);
  ~Replay() override;
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  void plan(std::vector<PlannedStep> steps) override;
  void next(const std::function<void(bool watched)>& ask) override;
  int64_t repeated() const override { return repeated_; }
  const std::string& problem() const override { return problem_; }

 private:
  // The state of a shape: unknown, measured by one step, or recorded.
  struct Shape {
    std::optional<uint64_t> fingerprint;
    PlannedStep learned;  // from which step
    // Telling inputs that had the same numbers in all steps so far: a recording holds for steps with these.
    std::vector<size_t> untold;
    std::vector<size_t> sizes;                // of its inputs
    std::shared_ptr<void> work;               // null: there is no recording yet
    std::shared_ptr<void> block;              // where it finds its inputs
    std::vector<std::shared_ptr<void>> kept;  // what else it reads
  };
  using Ask = std::function<void(bool watched)>;

  bool may_repeat(const PlannedStep& step) const;
  bool ready(const PlannedStep& step) const;
  void learn(const PlannedStep& step, const Ask& ask);
  // Records or repeats planned step number `at`.
  void record(size_t at, Shape& shape, const Ask& ask);
  void repeat(size_t at, const Shape& shape);
  void give_up(const std::string& problem);

  Gpu& gpu_;
  std::map<std::string, Shape> shapes_;
  std::vector<PlannedStep> planned_;
  std::vector<const void*> on_gpu_;  // the inputs of each; null: it cannot be repeated
  std::shared_ptr<void> inputs_;     // memory for them
  size_t inputs_bytes_ = 0;
  size_t next_ = 0;
  int64_t repeated_ = 0;
  std::string problem_;
};

}  // namespace heed::cuda

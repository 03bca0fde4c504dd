// A training step that is recorded once and repeated from then on: for a small model, asking a GPU for each
// kernel takes longer than all of them compute.
//
// A recorded step does the same work on the same memory whenever it is repeated; only its inputs differ. So
// steps share a recording when their shapes are equal, and every number that the host makes anew for a step
// must be among its inputs. That is learned and then checked, never assumed: the first step of a shape is
// watched while it runs, the second one is recorded and compared with the first, and a run whose steps differ
// in more than their inputs goes on without recordings.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heed {

// Random draws depend on `step`; `place` is StepEnd's. A recorded step finds both on the device.
struct StepNumber {
  uint32_t step = 0;
  int32_t place = 0;
};

struct PlannedStep {
  std::string shape;  // empty: not to be recorded
  StepNumber number;
  // What kernels will be given of this step, as bytes, always in the same order: ids, places of sentences,
  // labels, the numbers of the optimizer.
  std::vector<std::vector<char>> inputs;
  // Those of them from which other numbers may follow. Only a step in which one differs from that of the
  // first one that was watched can show that none do; until then a recording holds for steps that have it in
  // common. (Lengths of sentences come again in every epoch where all batches are made of one sorted run.)
  std::vector<size_t> telling;
};

class StepReplay {
 public:
  virtual ~StepReplay() = default;

  // The next steps, in place of what is left of those before. Their inputs go to the device all at once.
  virtual void plan(std::vector<PlannedStep> steps) = 0;
  // Does the next of them: repeats its recording, or calls `ask`, which asks the device for all that the step
  // is. While it is `watched`, memory that outlives the step must not be asked for. `ask` may be called
  // twice: what it did the first time was not computed then.
  virtual void next(const std::function<void(bool watched)>& ask) = 0;

  virtual int64_t repeated() const = 0;  // steps so far
  // Why steps are not recorded any more; empty while they are.
  virtual const std::string& problem() const = 0;
};

}  // namespace heed

// A task says what is learned: from data it makes batches, a loss and a report (NetworkTask). What learns is
// a Network of any architecture that answers what the task asks; a Trainer brings the two together
// (train/trainer.h). Tasks that need no gradient bring steps of their own (tasks/stepping.h).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/autograd/context.h"
#include "engine/data/batches.h"
#include "engine/models/network.h"
#include "engine/nn/text_batch.h"

namespace heed {

// What one step learns from, as the host makes it.
struct StepBatch {
  int64_t step = 0;
  double rate = 0;  // learning rate
  TextBatch batch;
  Tensor labels;       // int32, one for each row of Scored::scores
  int64_t tokens = 0;  // of the texts
  std::string shape;   // of all batches that ask a device for the same work (device/step_replay.h)
};

// The parts of the data.
enum class Part { kTrain, kValidation, kTest };

class NetworkTask {
 public:
  virtual ~NetworkTask() = default;

  // Examples of a part; of the training part also how many tokens each has.
  virtual size_t size(Part part) const = 0;
  virtual std::vector<int> lengths() const = 0;
  // The training examples `chosen`, changed as the task changes them: a function of them and the step.
  virtual StepBatch batch(const Batch& chosen, int64_t step) const = 0;

  // What a network's answer comes to: the loss [1] that is differentiated, and the rows [labels, C] of which
  // the largest is to be at the label.
  struct Scored {
    Variable loss, scores;
  };
  virtual Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const = 0;

  // Figures of a part, dropout off: {"loss", …}; for people see text_of().
  virtual nlohmann::json evaluate(const Network& network, const Device& device, Part part) const = 0;
};

}  // namespace heed

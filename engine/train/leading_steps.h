// The steps of rank 0, and the other ranks, which do them with it.
#pragma once

#include "engine/ranks/ranks.h"
#include "engine/train/gradient_steps.h"

namespace heed {

class LeadingSteps : public Stepping {
 public:
  // Both must outlive it. The steps share a LeadingTask.
  LeadingSteps(GradientSteps& steps, Ranks& ranks) : steps_(steps), ranks_(ranks) {}
  ~LeadingSteps() override;  // the others end
  LeadingSteps(const LeadingSteps&) = delete;
  LeadingSteps& operator=(const LeadingSteps&) = delete;

  bool step() override;
  Position position() const override { return steps_.position(); }
  nlohmann::json train_report() const override { return steps_.train_report(); }
  nlohmann::json validation_report() const override { return steps_.validation_report(); }
  Checkpoint save() override { return steps_.save(); }
  // One process may have written it, or any number.
  void resume(const Checkpoint& checkpoint, const std::string& file) override;

 private:
  GradientSteps& steps_;
  Ranks& ranks_;
};

// Does with `steps`, which share a FollowingTask, what rank 0 does with its own, until that ends.
void follow_steps(GradientSteps& steps, Ranks& ranks);

}  // namespace heed

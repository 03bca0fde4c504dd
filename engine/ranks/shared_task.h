// A task whose steps several ranks share. Rank 0 has the task itself: it makes the batches, whose parts it
// shares out (ranks/step_parts.h), measures, and says what came of it. The others have its shadow. Both must
// be asked for the same things in the same order, which is what a run does.
#pragma once

#include "engine/ranks/ranks.h"
#include "engine/tasks/task.h"

namespace heed {

class LeadingTask : public NetworkTask {
 public:
  // Both must outlive it.
  LeadingTask(const NetworkTask& task, Ranks& ranks) : task_(task), ranks_(ranks) {}

  // What a FollowingTask is made of.
  nlohmann::json about() const;

  std::string description() const override { return task_.description(); }
  nlohmann::json identity() const override { return task_.identity(); }
  Output output() const override { return task_.output(); }
  const std::vector<std::string>& labels() const override { return task_.labels(); }
  const NetworkText& text() const override { return task_.text(); }
  size_t size(DataPart part) const override { return task_.size(part); }
  std::vector<int> lengths() const override { return task_.lengths(); }
  std::vector<Batch> batches(const TrainingOptions& options, int epoch) const override;
  StepBatch batch(const Batch& chosen, int64_t step) const override { return task_.batch(chosen, step); }
  double weight(const StepBatch& batch) const override { return task_.weight(batch); }
  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return task_.score(ctx, answer, batch);
  }
  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override;

 private:
  const NetworkTask& task_;
  Ranks& ranks_;
};

class FollowingTask : public NetworkTask {
 public:
  // `options`: of the same recipe.
  FollowingTask(const TaskEntry& entry, TrainingOptions options, const nlohmann::json& about, Ranks& ranks);

  std::string description() const override { return ""; }
  nlohmann::json identity() const override { return nullptr; }
  Output output() const override { return output_; }
  const std::vector<std::string>& labels() const override { return labels_; }
  const NetworkText& text() const override { return text_; }
  size_t size(DataPart part) const override { return sizes_[static_cast<size_t>(part)]; }
  std::vector<int> lengths() const override { return {}; }
  std::vector<Batch> batches(const TrainingOptions& options, int epoch) const override;
  StepBatch batch(const Batch& chosen, int64_t step) const override;  // Error: rank 0 sends its parts
  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return entry_.score(ctx, answer, batch, options_);
  }
  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override;

 private:
  const TaskEntry& entry_;
  TrainingOptions options_;
  Output output_;
  std::vector<size_t> sizes_;  // of each DataPart
  std::vector<std::string> labels_;
  NetworkText text_;
  Ranks& ranks_;
};

// JSON as it is, numbers that are not finite among it.
std::string to_bytes(const nlohmann::json& json);
nlohmann::json from_bytes(const std::string& bytes);

}  // namespace heed

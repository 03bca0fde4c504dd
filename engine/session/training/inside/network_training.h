// A network and what it is to learn, as a task that brings its own steps: what TrainingRun drives.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/ranks/shared_task.h"
#include "engine/session/models/model.h"
#include "engine/session/training/inside/trainee.h"
#include "engine/train/leading_steps.h"

namespace heed::session {

// What the model card says that is not of the recipe.
struct CardFacts {
  bool split_from_file = false;
  std::string data;     // what was read: "enron-intent, ADDRESS", "rows.csv"; "" where the recipe has it
  std::string licence;  // of it; "" where it is not known
};

class NetworkTraining : public SteppingTask {
 public:
  // The recipe, the device and the ranks must outlive it. `ranks`: this process is the first of them; null:
  // there are no others.
  NetworkTraining(const Recipe& recipe, std::unique_ptr<NetworkTask> task, std::unique_ptr<Trainee> trainee,
                  const Device& device, const TrainingOptions& options, CardFacts facts,
                  Ranks* ranks = nullptr);

  std::string description() const override;
  nlohmann::json identity() const override { return task_->identity(); }
  std::vector<std::string> warnings() const override;
  void discard() const override { task_->discard(); }
  Stepping& stepping() override { return leading_ ? static_cast<Stepping&>(*leading_) : *steps_; }
  TaskResult finish(const nlohmann::json& run, const std::string& name) override;
  std::string report() const override;

  void watch_weights(bool on) { steps_->watch_weights(on); }
  const std::vector<WeightReport>& weights() const { return steps_->weights(); }
  void scale_rate(double factor) { steps_->scale_rate(factor); }
  // The model as it would be judged if the run ended here: a copy.
  Model snapshot() const;

 private:
  nlohmann::json measure(DataPart part) const;
  std::string model_card(const nlohmann::json& result) const;

  const Recipe& recipe_;
  std::unique_ptr<NetworkTask> task_;
  std::unique_ptr<Trainee> trainee_;
  const Device& device_;
  CardFacts facts_;
  nlohmann::json before_;              // figures of the untrained network
  std::optional<LeadingTask> shared_;  // the task, where there are other ranks
  std::unique_ptr<GradientSteps> steps_;
  std::optional<LeadingSteps> leading_;
  std::map<std::string, std::string> written_;  // after finish(), for a report
};

}  // namespace heed::session

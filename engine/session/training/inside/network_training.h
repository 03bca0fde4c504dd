// A network and what it is to learn, as a task that brings its own steps: what TrainingRun drives.
#pragma once

#include <memory>
#include <string>

#include "engine/session/models/model.h"
#include "engine/session/training/inside/trainee.h"
#include "engine/train/gradient_steps.h"

namespace heed::session {

class NetworkTraining : public SteppingTask {
 public:
  // The recipe and the device must outlive it. `split_from_file`: for the model card.
  NetworkTraining(const Recipe& recipe, std::unique_ptr<NetworkTask> task, std::unique_ptr<Trainee> trainee,
                  const Device& device, const TrainingOptions& options, bool split_from_file);

  std::string description() const override;
  nlohmann::json identity() const override { return task_->identity(); }
  void discard() const override { task_->discard(); }
  Stepping& stepping() override { return *steps_; }
  TaskResult finish(const nlohmann::json& run, const std::string& name) override;
  std::string report() const override;

  // The model as it would be judged if the run ended here: a copy.
  Model snapshot() const;

 private:
  nlohmann::json measure(DataPart part) const;
  std::string model_card(const nlohmann::json& result) const;

  const Recipe& recipe_;
  std::unique_ptr<NetworkTask> task_;
  std::unique_ptr<Trainee> trainee_;
  const Device& device_;
  bool split_from_file_;
  nlohmann::json before_;  // figures of the untrained network
  std::unique_ptr<GradientSteps> steps_;
  std::map<std::string, std::string> written_;  // after finish(), for a report
};

}  // namespace heed::session

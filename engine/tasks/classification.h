// The task of naming a text's class: cross-entropy over its classes, with word dropout, crops, label
// smoothing and class weights on request.
#pragma once

#include <string>
#include <vector>

#include "engine/tasks/examples.h"
#include "engine/tasks/options.h"
#include "engine/tasks/task.h"

namespace heed {

class Classification : public NetworkTask {
 public:
  // Texts of each part by number of DataPart; `unknown` is the id of dropped words.
  Classification(const TrainingOptions& options, std::vector<std::string> labels, int unknown, Examples train,
                 Examples validation = {}, Examples test = {});

  std::string description() const override { return ""; }
  nlohmann::json identity() const override { return nullptr; }
  Output output() const override { return Output::kTexts; }
  const std::vector<std::string>& labels() const override { return labels_; }
  const NetworkText& text() const override { return text_; }

  size_t size(DataPart part) const override { return examples(part).size(); }
  std::vector<int> lengths() const override { return examples(DataPart::kTrain).lengths(); }
  StepBatch batch(const Batch& chosen, int64_t step) const override;
  double weight(const StepBatch& batch) const override;
  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return score_texts(ctx, answer, batch, options_);
  }
  static Scored score_texts(Context& ctx, const Variable& answer, const StepBatch& batch,
                            const TrainingOptions& options);
  std::vector<float> class_weights() const override { return options_.class_weights; }
  // M of the contract.
  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override;

 protected:
  NetworkText text_;

 private:
  const Examples& examples(DataPart part) const { return parts_[static_cast<size_t>(part)]; }

  TrainingOptions options_;
  std::vector<std::string> labels_;
  int unknown_;
  std::vector<Examples> parts_;
};

extern const TaskEntry kClassification;

}  // namespace heed

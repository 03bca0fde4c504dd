// What comes after an epoch: the weights that the run is judged by are measured, and the best are kept.
#include "engine/train/gradient_steps.h"

namespace heed {
namespace {

// Values on the host, the model's own among them where that is its memory.
void copy_weights(const Network& model, const Device& device, const std::map<std::string, Tensor>& values) {
  for (const Variable& parameter : model.parameters().all()) {
    const Tensor& value = values.at(parameter.node().name);
    if (value.raw() != parameter.value().raw())
      device.from_host(device, parameter.value().raw(), value.raw(), value.bytes());
  }
}

std::map<std::string, Tensor> weights_on_host(const Network& model, const Device& device) {
  std::map<std::string, Tensor> values = model.parameters().values();
  for (auto& [name, value] : values) value = on_host(device, value);
  return values;
}

std::map<std::string, Tensor> cloned(const std::map<std::string, Tensor>& values) {
  std::map<std::string, Tensor> copy;
  for (const auto& [name, value] : values) copy.emplace(name, value.clone());
  return copy;
}

}  // namespace

std::map<std::string, Tensor> GradientSteps::weights_to_judge() {
  optimizer_.catch_up();
  return options_.optimizer.average > 0 ? optimizer_.averaged() : weights_on_host(network_, device_);
}

bool GradientSteps::improved(const nlohmann::json& report) {
  const std::string& name = options_.early_stopping.metric;
  check(report.contains(name), "[train] this task has no figure ", name,
        " for early stopping: set training.early_stopping.metric to loss.");
  const double value = report.at(name).get<double>();
  if (state_.best_epoch > 0 && (name == "loss" ? value >= state_.best_value : value <= state_.best_value))
    return false;
  state_.best_value = value;
  state_.best_epoch = state_.epoch;
  return true;
}

bool GradientSteps::out_of_patience() const {
  return !options_.early_stopping.metric.empty() &&
         state_.epoch - state_.best_epoch >= options_.early_stopping.patience;
}

void GradientSteps::measure(const std::map<std::string, Tensor>& to_judge) {
  // The weights that are judged may differ from those that learn.
  const bool others = options_.optimizer.average > 0;
  std::map<std::string, Tensor> current;
  if (others) {
    current = cloned(weights_on_host(network_, device_));
    copy_weights(network_, device_, to_judge);
  }
  if (options_.measure_train) train_report_ = task_.evaluate(network_, device_, DataPart::kTrain);
  if (task_.size(DataPart::kValidation) > 0) {
    validation_report_ = task_.evaluate(network_, device_, DataPart::kValidation);
    if (!options_.early_stopping.metric.empty() && improved(validation_report_)) {
      best_.clear();
      best_ = cloned(to_judge);
    }
  }
  if (others) copy_weights(network_, device_, current);
}

void GradientSteps::end_epoch() {
  ++state_.epoch;
  if (told_parts_ == 0) told_parts_ = most_parts_;
  pool_.trim();
  const std::map<std::string, Tensor> to_judge = weights_to_judge();
  if (task_.size(DataPart::kValidation) > 0 || options_.measure_train) measure(to_judge);
  if (plateau_) plateau_->epoch_ended(validation_report_.at("loss").get<double>());
  state_.ended = state_.epoch >= options_.epochs || out_of_patience();
}

void GradientSteps::finish() {
  pool_.trim();
  copy_weights(network_, device_, best_.empty() ? weights_to_judge() : best_);
}

}  // namespace heed

#include "engine/ranks/shared_task.h"

namespace heed {

std::string to_bytes(const nlohmann::json& json) {
  const std::vector<uint8_t> bytes = nlohmann::json::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

nlohmann::json from_bytes(const std::string& bytes) {
  return nlohmann::json::from_cbor(bytes);
}

nlohmann::json LeadingTask::about() const {
  nlohmann::json sizes = nlohmann::json::array();
  for (DataPart part : {DataPart::kTrain, DataPart::kValidation, DataPart::kTest})
    sizes.push_back(task_.size(part));
  return {{"output", static_cast<int>(task_.output())},
          {"sizes", sizes},
          {"class_weights", task_.class_weights()}};
}

std::vector<Batch> LeadingTask::batches(const TrainingOptions& options, int epoch) const {
  std::vector<Batch> all = task_.batches(options, epoch);
  ranks_.from_first(std::to_string(all.size()));
  return all;
}

nlohmann::json LeadingTask::evaluate(const Network& network, const Device& device, DataPart part) const {
  nlohmann::json report = task_.evaluate(network, device, part);
  ranks_.from_first(to_bytes(report));
  return report;
}

FollowingTask::FollowingTask(const TaskEntry& entry, TrainingOptions options, const nlohmann::json& about,
                             Ranks& ranks)
    : entry_(entry),
      options_(std::move(options)),
      output_(static_cast<Output>(about.at("output").get<int>())),
      sizes_(about.at("sizes").get<std::vector<size_t>>()),
      ranks_(ranks) {
  options_.class_weights = about.at("class_weights").get<std::vector<float>>();
}

std::vector<Batch> FollowingTask::batches(const TrainingOptions&, int) const {
  return std::vector<Batch>(std::stoul(ranks_.hear(0)));
}

StepBatch FollowingTask::batch(const Batch&, int64_t) const {
  fail("[ranks] rank 0 alone makes batches.");
}

nlohmann::json FollowingTask::evaluate(const Network&, const Device&, DataPart) const {
  return from_bytes(ranks_.hear(0));
}

}  // namespace heed

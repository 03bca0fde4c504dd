#include "engine/ranks/shared_task.h"

#include <algorithm>

#include "engine/ranks/step_parts.h"

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

StepBatch LeadingTask::batch(const Batch& chosen, int64_t step) const {
  const StepBatch whole = task_.batch(chosen, step);
  std::vector<StepBatch> parts = parts_of(whole, task_.output(), ranks_.size());
  const double weight = task_.weight(whole);
  for (StepBatch& part : parts) {
    part.shared->weight = weight;
    part.shared->share = task_.weight(part) / std::max(weight, 1e-30);
  }
  for (int r = 1; r < ranks_.size(); ++r) ranks_.tell(r, write_part(parts[static_cast<size_t>(r)]));
  return std::move(parts[0]);
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
  return read_part(ranks_.hear(0));
}

nlohmann::json FollowingTask::evaluate(const Network&, const Device&, DataPart) const {
  return from_bytes(ranks_.hear(0));
}

}  // namespace heed

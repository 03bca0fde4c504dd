#include "engine/tasks/task.h"

#include "engine/base/names.h"
#include "engine/format/json.h"

namespace heed {

std::vector<Batch> NetworkTask::batches(const TrainingOptions& options, int epoch) const {
  const auto batch = static_cast<size_t>(options.batch_size);
  return options.bucketed ? bucketed_batches(lengths(), batch, options.seed, epoch)
                          : shuffled_batches(size(DataPart::kTrain), batch, options.seed, epoch);
}

const TaskEntry& task_of(const nlohmann::json& json, const std::string& file) {
  std::string names, wanted = value_or<std::string>(json, "task", "", file);
  const auto model = json.find("model");
  const std::string architecture = model != json.end() && model->is_object()
                                       ? value_or<std::string>(*model, "architecture", "", file)
                                       : "";
  for (const TaskEntry* entry : tasks())
    if (wanted.empty() && entry->architecture != nullptr && architecture == entry->architecture)
      return *entry;
  if (wanted.empty()) wanted = "classification";
  for (const TaskEntry* entry : tasks()) {
    if (wanted == entry->name) return *entry;
    append_name(names, entry->name);
  }
  fail<UsageError>("[", file, "] the task \"", wanted, "\" is unknown: expected one of ", names, ".");
}

}  // namespace heed

// session::evaluate.

#include <algorithm>
#include <filesystem>

#include "engine/base/names.h"
#include "engine/format/json.h"
#include "engine/session/explaining/inside/model_data.h"
#include "engine/session/models/devices.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/session/models/model.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/training.h"
#include "engine/tasks/task.h"

namespace heed::session {

namespace {

// What the model was trained for; of one that does not say, what its head is for.
nlohmann::json task_json(const TextNetwork& model) {
  const Output output = model.network->output();
  if (model.config.contains("task")) return model.config;
  if (output == Output::kTarget) return {{"task", "translate"}};
  if (output != Output::kWords && output != Output::kNext) return model.config;
  return {{"task", output == Output::kWords ? "masked-words" : "next-word"}};
}

}  // namespace

std::string data_formats() {
  return listed(dataset_formats());
}

Evaluation evaluate(const std::string& model, const std::vector<std::string>& data, const std::string& format,
                    const std::vector<std::string>& set, const std::string& device_name) {
  Device device = open_device(device_name, "float32", nullptr, "evaluate");
  TextNetwork parts = open_network(model, device);
  std::vector<std::string> warnings;
  const Recipe recipe{model, {{"data", data_json(parts, format, set, data, &warnings)}}};
  TaskData given;
  if (data.size() == 1 && std::filesystem::is_directory(data[0]))
    given.paths = test_files(read_data_options(recipe.json["data"], model), data);
  if (given.paths.empty()) given.paths = data;
  TaskInput input{recipe, given};
  input.text = std::move(parts.text);
  input.max_tokens = std::min(parts.network->max_tokens(), parts.max_tokens);
  input.labels = parts.labels;
  const TaskEntry& entry = task_of(task_json(parts), model);
  check(entry.network, "[", model, "] the task ", entry.name,
        " trains no network: there is nothing to measure.");
  const std::unique_ptr<Task> made = entry.make(input);
  const auto& task = dynamic_cast<const NetworkTask&>(*made);
  const std::vector<std::string> of_rows = task.warnings();
  warnings.insert(warnings.end(), of_rows.begin(), of_rows.end());
  warnings.insert(warnings.end(), parts.warnings.begin(), parts.warnings.end());
  return {{{"test", task.evaluate(*parts.network, device, DataPart::kTest)}}, warnings};
}

}  // namespace heed::session

// session::evaluate.
#include "engine/train/evaluate.h"

#include <filesystem>

#include "engine/format/json.h"
#include "engine/session/models/devices.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/session/models/model.h"
#include "engine/session/training/inside/corpus.h"
#include "engine/session/training/training.h"

namespace heed::session {

namespace {

DataOptions data_options(const TextNetwork& parts, const std::string& model, const std::string& format,
                         const std::vector<std::string>& set) {
  nlohmann::json data = nlohmann::json::object();
  if (auto found = parts.config.find("data"); found != parts.config.end() && found->is_object())
    data = *found;
  if (!format.empty()) data["format"] = format;
  set_data_keys(data, set);
  DataOptions options = read_data_options(data, model);
  check(!options.format.empty(), "[", model, "] does not say how its data is written: give --format NAME.");
  options.reading.labels = parts.labels;
  return options;
}

}  // namespace

std::string data_formats() {
  std::string names;
  for (const std::string& name : dataset_formats()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

Evaluation evaluate(const std::string& model, const std::vector<std::string>& data, const std::string& format,
                    const std::vector<std::string>& set, const std::string& device_name) {
  const Device device = open_device(device_name, "float32", nullptr, "evaluate");
  const TextNetwork parts = open_network(model);
  const DataOptions options = data_options(parts, model, format, set);
  std::vector<std::string> files;
  if (data.size() == 1 && std::filesystem::is_directory(data[0])) files = test_files(options, data);
  const Dataset dataset = read_data(options, files.empty() ? data : files);
  Examples examples;
  for (const Example& example : dataset.examples) {
    examples.texts.push_back(parts.text->encode(example.text));
    examples.labels.push_back(example.label);
  }
  parts.network->parameters().move_to(device);
  const Metrics metrics = heed::evaluate(*parts.network, device, examples, parts.labels);
  return {{{"test", to_json(metrics)}}, dataset.warnings};
}

}  // namespace heed::session

// Models from the files of a folder, of either layout.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {

std::unique_ptr<ModelImpl> make_model_impl(const std::string& name, const ModelFiles& files,
                                           const std::string& place, const Device& device) {
  TextNetwork parts = assemble(files, place);
  parts.network->parameters().move_to(device);
  parts.network->parameters().pack(device);
  return std::make_unique<ModelImpl>(name, std::move(parts), files.weight_bytes,
                                     files.int8 ? cpu::portable(device) : device, nullptr, false);
}

ReadFile reader_of(const std::map<std::string, std::string>& files) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, bytes] : files)
    if (name.find(".safetensors") == std::string::npos) texts[name] = bytes;
  return [texts = std::move(texts)](const char* name) -> std::optional<std::string> {
    const auto found = texts.find(name);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  };
}

std::unique_ptr<ModelImpl> open_library_model(const nlohmann::json& config, const LibraryFiles& files,
                                              int threads, Precision precision, const Device& device) {
  const Architecture& architecture = architecture_of(config, files.place + "/config.json");
  TextNetwork parts = describe_library_network(files.place, config, architecture, files.read);
  std::unique_ptr<ThreadPool> pool;
  if (!device.separate) pool = std::make_unique<ThreadPool>(threads);
  Device chosen = device;
  if (pool) chosen.threads = pool.get();
  LoadedWeights loaded =
      architecture.library->load(*parts.network, architecture.library->layout(), files.weights, chosen,
                                 precision == Precision::kInt8, files.place + "/model.safetensors");
  add_warnings(parts, loaded.warnings);
  if (loaded.int8) chosen = cpu::portable(chosen);
  return std::make_unique<ModelImpl>(files.name, std::move(parts), files.weights.bytes(), chosen,
                                     std::move(pool), loaded.int8);
}

std::unique_ptr<ModelImpl> open_folder(const std::string& folder, int threads, Precision precision,
                                       const Device& device) {
  if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const std::string config_file = folder + "/config.json";
  std::error_code ignored;
  if (std::filesystem::exists(config_file, ignored)) {
    const nlohmann::json config = parse_json_object(read_file(config_file, kLongestText), config_file);
    if (is_of_library(config)) {
      LibraryFiles files = library_files_in(folder);
      files.name = folder_name(folder);
      return open_library_model(config, files, threads, precision, device);
    }
  }
  return make_model_impl(folder_name(folder), read_model_folder(folder), folder, device);
}

TextNetwork open_network(const std::string& folder, Device& device) {
  const std::unique_ptr<ModelImpl> model = open_folder(folder, 1, Precision::kAsStored, device);
  device.state = model->device().state;
  return model->take_parts();
}

}  // namespace heed::session

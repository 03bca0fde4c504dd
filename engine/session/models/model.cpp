#include "engine/session/models/model.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/models/devices.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/readers.h"

namespace heed::session {
namespace {

constexpr const char* kConfigFile = "config.json";

}  // namespace

Model::Model(std::unique_ptr<ModelImpl> impl) : impl_(std::move(impl)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

std::string folder_name(const std::string& folder) {
  const std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

Model Model::open(const std::string& folder, int threads, Precision precision,
                  const std::string& device_name) {
  return Model(
      open_folder(folder, threads, precision, open_device(device_name, "float32", nullptr, "model")));
}

Model Model::from_files(const std::string& name, std::map<std::string, std::string> bytes) {
  if (const auto found = bytes.find(kConfigFile); found != bytes.end()) {
    const std::string file = name + "/" + kConfigFile;
    const nlohmann::json config = parse_json_object(found->second, file);
    if (is_of_library(config)) {
      const Library& library = *architecture_of(config, file).library;
      const ReadFile read = reader_of(bytes);
      return Model(open_library_model(config, {name, name, read, library.weights_of(name, std::move(bytes))},
                                      1, Precision::kAsStored, cpu::device()));
    }
  }
  return from_own_files(name, bytes);
}

Model Model::from_own_files(const std::string& name, const std::map<std::string, std::string>& bytes) {
  return Model(make_model_impl(name, read_model_files(name, bytes), name, cpu::device()));
}

Analysis Model::analyse(const std::string& text, const AnalysisOptions& options) const {
  return impl_->analyse(text, options);
}
std::vector<Token> Model::tokenize(const std::string& text) const {
  return impl_->tokenize(text);
}
ModelInfo Model::info() const {
  return impl_->info();
}
std::vector<ModelWeight> Model::weights() const {
  return impl_->weights();
}
FilledMasks Model::fill_mask(const std::string& text, int top, bool attention) const {
  return impl_->fill_mask(text, top, attention);
}
Analysis Model::answer(const std::string& question, const std::string& text,
                       const AnalysisOptions& options) const {
  return linked(model_readers().answer)(*impl_, question, text, options);
}

}  // namespace heed::session

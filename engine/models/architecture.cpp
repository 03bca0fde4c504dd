#include "engine/models/architecture.h"

#include "engine/base/names.h"
#include "engine/format/json.h"

namespace heed {
namespace {

// "a, b or c": those that begin anew.
std::string names_of_own() {
  std::vector<std::string> own;
  for (const Architecture* architecture : architectures())
    if (architecture->complete) own.push_back(architecture->name);
  std::string names;
  for (size_t i = 0; i < own.size(); ++i)
    names += (i == 0 ? "" : i + 1 == own.size() ? " or " : ", ") + own[i];
  return names;
}

const Architecture& architecture_of_type(const std::string& model_type, const std::string& file) {
  std::string known;
  for (const Architecture* architecture : architectures()) {
    if (!architecture->library) continue;
    for (const LibraryLayout::Type& type : architecture->library->layout().types) {
      if (model_type == type.model_type) return *architecture;
      append_name(known, type.model_type);
    }
  }
  check(!known.empty(), "[", file,
        "] is of a model that this module does not open: it needs the whole engine.");
  fail("[", file, "] \"model_type\" is \"", model_type, "\": the supported ones are ", known, ".");
}

}  // namespace

const Architecture& architecture_of(const nlohmann::json& config, const std::string& file) {
  if (is_of_library(config))
    return architecture_of_type(require<std::string>(config, "model_type", file), file);
  const auto name = require<std::string>(config, "architecture", file);
  for (const Architecture* architecture : architectures())
    if (architecture->complete && name == architecture->name) return *architecture;
  fail("[", file, "] the architecture \"", name, "\" is unknown: expected ", names_of_own(), ".");
}

nlohmann::json complete_model_config(const nlohmann::json& model, const std::string& file) {
  const Architecture& architecture = architecture_of(model, file);
  nlohmann::json complete = architecture.complete(model, file);
  std::string known;
  for (const auto& [key, value] : complete.items()) append_name(known, key);
  for (const auto& [key, value] : model.items())
    check(complete.contains(key), "[", file, "] \"model.", key, "\" is not a setting of ", architecture.name,
          ": expected one of ", known, ".");
  return complete;
}

std::unique_ptr<Network> make_network(const nlohmann::json& config, const std::string& file,
                                      const NetworkSizes& sizes, std::optional<uint64_t> seed, DType dtype) {
  return architecture_of(config, file).make(config, file, sizes, seed, dtype);
}

}  // namespace heed

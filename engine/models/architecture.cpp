#include "engine/models/architecture.h"

#include "engine/format/json.h"

namespace heed {
namespace {

// "a, b or c"
std::string names() {
  const auto all = architectures();
  std::string names;
  for (size_t i = 0; i < all.size(); ++i)
    names += std::string(i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + all[i]->name;
  return names;
}

}  // namespace

const Architecture& architecture_of(const nlohmann::json& config, const std::string& file) {
  const auto name = require<std::string>(config, "architecture", file);
  for (const Architecture* architecture : architectures())
    if (name == architecture->name) return *architecture;
  fail("[", file, "] the architecture \"", name, "\" is unknown: expected ", names(), ".");
}

nlohmann::json complete_model_config(const nlohmann::json& model, const std::string& file) {
  const Architecture& architecture = architecture_of(model, file);
  nlohmann::json complete = architecture.complete(model, file);
  for (const auto& [key, value] : model.items())
    check(complete.contains(key), "[", file, "] \"model.", key, "\" is not a setting of ", architecture.name,
          ": expected one of ", complete.dump(), ".");
  return complete;
}

std::unique_ptr<Network> make_network(const nlohmann::json& config, const std::string& file,
                                      const NetworkSizes& sizes, std::optional<uint64_t> seed, DType dtype) {
  return architecture_of(config, file).make(config, file, sizes, seed, dtype);
}

}  // namespace heed

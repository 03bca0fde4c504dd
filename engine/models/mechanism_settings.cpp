#include "engine/models/mechanism_settings.h"

#include "engine/format/json.h"

namespace heed {

MechanismSettings MechanismSettings::from(const nlohmann::json& config, const std::string& file) {
  MechanismSettings settings;
  settings.name = value_or<std::string>(config, "mechanism", settings.name, file);
  settings.window = value_or<int64_t>(config, "window", settings.window, file);
  return settings;
}

void MechanismSettings::write(nlohmann::json& config) const {
  config["mechanism"] = name;
  config["window"] = window;
}

}  // namespace heed

// The mechanism of a model's self-attention (nn/mechanism.h): "mechanism" and "window" of its settings.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed {

struct MechanismSettings {
  std::string name = "scaled-dot";
  int64_t window = 2;  // of local mechanisms: keys to either side

  static MechanismSettings from(const nlohmann::json& config, const std::string& file);
  void write(nlohmann::json& config) const;
};

}  // namespace heed

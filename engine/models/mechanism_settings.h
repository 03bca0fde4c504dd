// The mechanism of a model's self-attention (nn/mechanism.h): "mechanism" and "window" of its settings.
#pragma once

#include <string>

#include "engine/base/fields.h"

namespace heed {

struct MechanismSettings {
  std::string name = "scaled-dot";
  int64_t window = 2;  // of local mechanisms: keys to either side

  // Whether keys are drawn: what is drawn is judged beside all texts of a step.
  bool draws() const;

  static const Fields<MechanismSettings>& fields();
};

}  // namespace heed

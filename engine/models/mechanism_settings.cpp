#include "engine/models/mechanism_settings.h"

#include "engine/nn/mechanism.h"

namespace heed {

bool MechanismSettings::draws() const {
  const nn::MechanismEntry* entry = nn::find_mechanism(name);
  return entry && entry->traits.sampled;
}

const Fields<MechanismSettings>& MechanismSettings::fields() {
  static const auto described =
      Fields<MechanismSettings>()
          .choice("mechanism", &MechanismSettings::name, nn::mechanism_names(),
                  "Attention mechanism: how queries and keys become weights.")
          .number("window", &MechanismSettings::window, {0, 65536},
                  "Local mechanisms: number of keys that a query sees on each side of the centre.");
  return described;
}

}  // namespace heed

#include "engine/nn/mechanism.h"

#include "engine/nn/mechanisms.h"

namespace heed::nn {

std::string mechanism_names() {
  std::string names;
  for (const MechanismEntry& entry : mechanism_table())
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

std::unique_ptr<Mechanism> make_mechanism(const std::string& mechanism, Parameters& parameters,
                                          const std::string& name, const MechanismOptions& options) {
  check(options.heads >= 1 && options.query % options.heads == 0 && options.key % options.heads == 0, "[",
        name, "] widths ", options.query, " and ", options.key, " cannot be shared by ", options.heads,
        " heads.");
  check(options.temperature > 0, "[", name, "] the temperature is ", options.temperature,
        ": expected more than 0.");
  for (const MechanismEntry& entry : mechanism_table())
    if (mechanism == entry.name) return entry.make(parameters, name, options);
  fail<UsageError>("[", name, "] the attention mechanism \"", mechanism,
                   "\" is not one of those here: expected ", mechanism_names(), ".");
}

}  // namespace heed::nn

#include "engine/nn/mechanism.h"

#include "engine/base/names.h"

namespace heed::nn {

const MechanismEntry* find_mechanism(const std::string& name) {
  for (const MechanismEntry* entry : mechanism_table())
    if (name == entry->name) return entry;
  return nullptr;
}

std::vector<std::string> mechanism_names() {
  std::vector<std::string> names;
  for (const MechanismEntry* entry : mechanism_table())
    if (!entry->traits.projects) names.push_back(entry->name);
  if (names.empty()) names.push_back("scaled-dot");
  return names;
}

std::unique_ptr<Mechanism> make_mechanism(const MechanismEntry& entry, Parameters& parameters,
                                          const std::string& name, const MechanismOptions& options) {
  check(options.heads >= 1 && options.query % options.heads == 0 && options.key % options.heads == 0, "[",
        name, "] widths ", options.query, " and ", options.key, " cannot be shared by ", options.heads,
        " heads.");
  check(options.temperature > 0, "[", name, "] the temperature is ", options.temperature,
        ": expected more than 0.");
  std::unique_ptr<Mechanism> made = entry.make(parameters, name, options);
  made->entry = &entry;
  return made;
}

std::unique_ptr<Mechanism> make_mechanism(const std::string& mechanism, Parameters& parameters,
                                          const std::string& name, const MechanismOptions& options) {
  const MechanismEntry* entry = find_mechanism(mechanism);
  if (entry != nullptr && !entry->traits.projects) return make_mechanism(*entry, parameters, name, options);
  fail<UsageError>("[", name, "] the attention mechanism \"", mechanism,
                   "\" is not one of those here: expected ", listed(mechanism_names()), ".");
}

std::unique_ptr<Mechanism> make_mechanism_beside_dot(const std::string& mechanism, Parameters& parameters,
                                                     const std::string& name,
                                                     const MechanismOptions& options) {
  return mechanism == "scaled-dot" ? nullptr : make_mechanism(mechanism, parameters, name, options);
}

}  // namespace heed::nn

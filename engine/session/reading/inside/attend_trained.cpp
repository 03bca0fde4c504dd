// Parameters that were trained over word vectors, in the place of drawn ones.
#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/names.h"
#include "engine/session/reading/inside/attend_impl.h"

namespace heed::session {
namespace {

Tensor identity(const Shape& shape) {
  std::vector<float> values(static_cast<size_t>(shape.count()), 0.0F);
  const auto D = static_cast<size_t>(shape.rank() == 2 ? shape[1] : 0);
  for (size_t i = 0; i < D; ++i) values[i * D + i] = 1;
  return Tensor::of<float>(shape, values);
}

}  // namespace

AttendOptions with_trained_sizes(AttendOptions options, const WordVectors* vectors) {
  const MechanismEntry& entry = mechanism_named(options.mechanism);
  if (options.parameters != "trained" || entry.settings.begin() == entry.settings.end()) return options;
  const bool learns = std::any_of(entry.settings.begin(), entry.settings.end(),
                                  [](const char* setting) { return std::string(setting) == "seed"; });
  if (!learns || entry.traits.sampled) return options;
  check(vectors != nullptr, "[attend] random tensors have nothing trained: draw the parameters from a seed.");
  std::string names;
  for (const std::string& name : vectors->trained_mechanisms()) append_name(names, name);
  const auto& all = vectors->trained();
  const auto first = all.lower_bound(options.mechanism + ".");
  check(first != all.end() && first->first.rfind(options.mechanism + ".", 0) == 0,
        "[attend] nothing was trained for ", options.mechanism, " over these vectors",
        names.empty() ? "" : ", but for " + names, ": draw its parameters from a seed (parameters: drawn).");
  const auto size = [&](const char* name, int64_t usual) {
    const auto found = all.find(options.mechanism + "." + name);
    return found == all.end() ? usual : found->second.size(0);
  };
  options.width = entry.traits.projects ? vectors->D() : size("attention.query.weight", options.width);
  const auto heads = all.find(options.mechanism + ".heads");
  if (heads != all.end()) options.heads = static_cast<int64_t>(heads->second.values<float>().at(0));
  return options;
}

void take_trained(const Parameters& parameters, const MechanismEntry& entry, const WordVectors* vectors) {
  for (const Variable& parameter : parameters.all()) {
    const std::string& name = parameter.node().name;
    const auto found = vectors->trained().find(std::string(entry.name) + "." + name);
    if (found == vectors->trained().end()) {
      parameter.node().value = identity(parameter.shape());
      continue;
    }
    check(found->second.shape() == parameter.shape(), "[attend] the trained ", name, " of ", entry.name,
          " is ", found->second.shape(), ": expected ", parameter.shape(), ".");
    parameter.node().value = Tensor::of<float>(parameter.shape(), found->second.values<float>());
  }
}

}  // namespace heed::session

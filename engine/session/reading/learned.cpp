#include "engine/session/reading/learned.h"

#include "engine/nn/torch_init.h"
#include "engine/session/reading/inside/attend_impl.h"

namespace heed::session {

std::vector<Learned> learned(int64_t D, const AttendOptions& given, const WordVectors* vectors) {
  const AttendOptions options = with_trained_sizes(given, vectors);
  const MechanismEntry& entry = mechanism_named(options.mechanism);
  if (entry.traits.projects) return {};
  nn::MechanismOptions wanted;
  wanted.query = wanted.key = D;
  wanted.width = options.width;
  wanted.window = options.window;
  Parameters parameters(std::nullopt);
  nn::make_mechanism(entry, parameters, kAttention, wanted);
  TorchRandom random(static_cast<uint32_t>(options.seed));
  nn::torch_linear_init(parameters, random);
  if (options.parameters == "trained") take_trained(parameters, entry, vectors);

  std::vector<Learned> all;
  const std::string prefix = kAttention + ".";
  for (const Variable& x : parameters.all()) {
    const int64_t rows = x.shape().rank() == 1 ? 1 : x.size(0);
    all.push_back(
        {x.node().name.substr(prefix.size()), rows, x.value().count() / rows, x.value().values<float>()});
  }
  return all;
}

}  // namespace heed::session

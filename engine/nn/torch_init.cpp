#include "engine/nn/torch_init.h"

#include <cmath>

namespace heed::nn {

void torch_linear_init(const Parameters& parameters, TorchRandom& random) {
  int64_t in = 0;
  for (const Variable& parameter : parameters.all()) {
    const bool is_weight = parameter.shape().rank() == 2;
    check(is_weight || (in > 0 && parameter.shape().rank() == 1), "[torch_linear_init] ",
          parameter.node().name, " is ", parameter.shape(),
          ": expected a weight [out, in] or its bias [out].");
    if (is_weight) in = parameter.size(1);
    // kaiming_uniform_(a=√5) is √3 · √(1/3) / √in, which rounds like this; a bias has 1/√in at once.
    const double root = std::sqrt(static_cast<double>(in));
    const auto bound =
        static_cast<float>(is_weight ? std::sqrt(3.0) * (std::sqrt(2.0 / 6.0) / root) : 1 / root);
    const auto count = static_cast<size_t>(parameter.shape().count());
    parameter.node().value = Tensor::of<float>(parameter.shape(), random.uniform(count, -bound, bound));
  }
}

}  // namespace heed::nn

// Stands in for mechanism_table.cpp in the page's first module.
#include "engine/nn/mechanism.h"

namespace heed::nn {

std::unique_ptr<Mechanism> make_mechanism_beside_dot(const std::string& mechanism, Parameters&,
                                                     const std::string& name, const MechanismOptions&) {
  check(mechanism == "scaled-dot", "[", name, "] the attention mechanism \"", mechanism,
        "\" is not in this build, which has scaled-dot: open the model with the command line.");
  return nullptr;
}

}  // namespace heed::nn

// All mechanisms. mechanism_table_page.cpp stands in for this file in the page's first module.
#include "engine/nn/mechanisms.h"

namespace heed::nn {

std::span<const MechanismEntry> mechanism_table() {
  static constexpr MechanismEntry kTable[] = {
      {"dot", make_dot},
      {"scaled-dot", make_scaled_dot},
      {"general", make_general},
      {"additive", make_additive},
      {"concat", make_concat},
      {"local-m", make_local_m},
      {"local-p", make_local_p},
      {"hard", make_hard},
      {"sparsemax", make_sparsemax},
  };
  return kTable;
}

std::unique_ptr<Mechanism> make_mechanism_beside_dot(const std::string& mechanism, Parameters& parameters,
                                                     const std::string& name,
                                                     const MechanismOptions& options) {
  return mechanism == "scaled-dot" ? nullptr : make_mechanism(mechanism, parameters, name, options);
}

}  // namespace heed::nn

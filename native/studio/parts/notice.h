// The last result and the last error, for the line below the head.
#pragma once

#include <string>

namespace heed::studio {

struct Notice {
  std::string message, problem;
};

}  // namespace heed::studio

// What was done last, and what went wrong: the line below the head.
#pragma once

#include <string>

namespace heed::studio {

struct Notice {
  std::string message, problem;
};

}  // namespace heed::studio

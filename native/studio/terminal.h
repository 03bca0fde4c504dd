// What the studio says on standard error.
#pragma once

#include <cstdio>
#include <string>

#include "engine/session/json.h"

namespace heed::studio {

// "heed-studio: message". One with characters that a terminal would obey, of a file's name for instance, is
// written as JSON writes it.
inline void say_to_terminal(const std::string& message) {
  const std::string line = session::json_line_of(nlohmann::json(message));
  const bool obeyed = line.find("\\u") != std::string::npos;
  std::fprintf(stderr, "heed-studio: %s\n", obeyed ? line.c_str() : message.c_str());
}

}  // namespace heed::studio

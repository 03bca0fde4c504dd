// What model cards have in common. Not part of the session's door.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed::session {

std::string today();  // 2026-11-21, in UTC

// A table of "sources" in a recipe's "report": [name, licence] pairs. Empty without them.
std::string sources_table(const nlohmann::json& report, const std::string& file);

}  // namespace heed::session

// What model cards have in common. Not part of the session's door.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed::session {

// What every card begins with: whose it is, by which version, and its title.
std::string card_head(const std::string& title);

std::string today();  // 2026-11-21, in UTC

// A table of "sources" in a recipe's "report": [name, licence] pairs. Empty without them.
std::string sources_table(const nlohmann::json& report, const std::string& file);

}  // namespace heed::session

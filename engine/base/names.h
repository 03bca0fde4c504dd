// Names in a row, as messages list them: "adam, adamw, sgd".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

void append_name(std::string& names, std::string_view name);
std::string listed(const std::vector<std::string>& names);

}  // namespace heed

// Names in a row, as messages list them: "adam, adamw, sgd".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

void append_name(std::string& names, std::string_view name);
std::string listed(const std::vector<std::string>& names);

// The name that `word` may have been meant as: the nearest by letters typed wrong, left out, added or
// swapped, at most two of them and fewer than half; "" where none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace heed

#include "engine/base/names.h"

namespace heed {

void append_name(std::string& names, std::string_view name) {
  if (!names.empty()) names += ", ";
  names += name;
}

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) append_name(all, name);
  return all;
}

}  // namespace heed

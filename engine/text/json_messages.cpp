#include "engine/text/json_messages.h"

#include <nlohmann/json.hpp>

namespace heed {

using nlohmann::json;

std::string in_quotes(std::string_view text) {
  constexpr size_t kMaxBytes = 60;
  if (text.size() <= kMaxBytes) return '"' + std::string(text) + '"';
  size_t end = kMaxBytes;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not inside a code point
  return '"' + std::string(text.substr(0, end)) + "…\"";
}

std::string shown(const json& value) {
  if (value.is_string()) return in_quotes(value.get<std::string>());
  return value.is_structured() ? std::string("an ") + value.type_name() : value.dump();
}

std::string kind_of(const json& component) {
  if (component.is_null()) return "nothing";
  if (!component.is_object() || !component.contains("type")) return shown(component);
  if (!component["type"].is_string()) return "an object of type " + shown(component["type"]);
  std::string kind = component["type"].get<std::string>();
  for (const char* list : {"normalizers", "pretokenizers"}) {
    if (!component.contains(list) || !component[list].is_array()) continue;
    for (const json& step : component[list]) {
      const bool has_type = step.is_object() && step.contains("type") && step["type"].is_string();
      kind += (&step == &component[list].front() ? " of " : ", ") +
              (has_type ? step["type"].get<std::string>() : "?");
    }
  }
  return in_quotes(kind);
}

}  // namespace heed

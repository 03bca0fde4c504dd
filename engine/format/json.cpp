#include "engine/format/json.h"

namespace heed {

using nlohmann::json;

json parse_json_object(std::string_view bytes, const std::string& file) {
  json parsed = parse_json(bytes, file);
  check(parsed.is_object(), "[", file, "] holds ", detail::describe(parsed), ", expected an object.");
  return parsed;
}

std::string dump_json(const json& value, const std::string& file, int indent) {
  try {
    return value.dump(indent);
  } catch (const json::exception& error) {
    const std::string_view what = error.what();  // "[json.exception.type_error.316] …"
    fail("[", file, "] cannot be written as JSON: ", what.substr(what.find(']') + 2), ".");
  }
}

std::string detail::describe(const json& value) {
  constexpr size_t kMost = 40;
  if (value.is_object()) return "an object";
  if (value.is_null()) return "null";
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  if (value.is_array())
    return text.size() <= kMost ? "the list " + text : "a list of " + std::to_string(value.size());
  if (value.is_string()) return text.size() <= kMost ? "the string " + text : "a long string";
  return text;
}

JsonObject& JsonObject::add(const char* key, const std::string& value) {
  value_[key] = value;
  return *this;
}
JsonObject& JsonObject::add(const char* key, json value) {
  value_[key] = std::move(value);
  return *this;
}
JsonObject& JsonObject::add(const char* key, const std::optional<int>& value) {
  return value ? add_whole(key, *value) : add(key, json());
}
JsonObject& JsonObject::add_flag(const char* key, bool value) {
  value_[key] = value;
  return *this;
}
JsonObject& JsonObject::add_real(const char* key, double value) {
  value_[key] = value;
  return *this;
}
JsonObject& JsonObject::add_whole(const char* key, int64_t value) {
  value_[key] = value;
  return *this;
}

}  // namespace heed

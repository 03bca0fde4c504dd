#include "engine/format/json.h"

#include <set>

namespace heed {
namespace {

using nlohmann::json;

constexpr int kMostDepth = 200;

// "[json.exception.parse_error.101] parse error at line 1, column 2: …" without what is only about the
// library.
std::string plain_message(const json::exception& error) {
  std::string message = error.what();
  size_t bracket = message.find("] ");
  if (bracket != std::string::npos) message.erase(0, bracket + 2);
  if (message.rfind("parse error ", 0) == 0) message.erase(0, 12);
  return message;
}

// nlohmann keeps the last of two equal keys; which one was meant nobody can say.
// Nesting is limited because writing and comparing values are recursive.
class StrictRules {
 public:
  explicit StrictRules(const std::string& file) : file_(file) {}

  bool operator()(int depth, json::parse_event_t event, json& parsed) {
    check(depth < kMostDepth, "[", file_, "] is nested more than ", kMostDepth, " levels deep.");
    if (event == json::parse_event_t::object_start) open_.emplace_back();
    if (event == json::parse_event_t::object_end) open_.pop_back();
    if (event != json::parse_event_t::key) return true;
    bool is_new = open_.back().insert(parsed.get<std::string>()).second;
    check(is_new, "[", file_, "] has the key ", parsed, " twice in one object.");
    return true;
  }

 private:
  const std::string& file_;
  std::vector<std::set<std::string>> open_;  // keys of the objects that have not ended
};

}  // namespace

json parse_json(std::string_view bytes, const std::string& file) {
  try {
    return json::parse(bytes, StrictRules(file));
  } catch (const json::exception& error) {
    fail("[", file, "] is not JSON: ", plain_message(error), ".");
  }
}

json parse_json_object(std::string_view bytes, const std::string& file) {
  json parsed = parse_json(bytes, file);
  check(parsed.is_object(), "[", file, "] holds ", detail::describe(parsed), ", expected an object.");
  return parsed;
}

std::string dump_json(const json& value, const std::string& file, int indent) {
  try {
    return value.dump(indent);
  } catch (const json::exception& error) {
    fail("[", file, "] cannot be written as JSON: ", plain_message(error), ".");
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

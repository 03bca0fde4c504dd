// Values held against the described types of the door's messages.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string>

#include "engine/session/door/door.h"
#include "engine/session/door/messages.h"

namespace heed::test {

class Descriptions {
  using json = nlohmann::json;
  using Reply = session::Reply;

 public:
  std::set<std::string> met;  // the keys that were there: "Token.id"

  // Where `value` is not of the type, and "" where it is.
  std::string wrong(const json& value, const std::string& type, const std::string& at, const Reply* reply) {
    const auto list = [&](size_t front, size_t back) {
      return each(value, type.substr(front, type.size() - front - back), at, reply, value.is_array());
    };
    if (type.front() == '(') return list(1, 3);
    if (const size_t bar = type.find(" | "); bar != std::string::npos) {
      const std::string other = type.substr(bar + 3);
      return wrong(value, type.substr(0, bar), at, reply).empty() ? "" : wrong(value, other, at, reply);
    }
    if (type.ends_with("[]")) return list(0, 2);
    if (type.ends_with("[3]")) return value.size() == 3 ? list(0, 3) : at + " has not three entries";
    if (type.front() == '{')
      return each(value, type.substr(1, type.size() - 2), at, reply, value.is_object());
    if (type.front() == '[') return tensor(value, rank_of(type), at, reply);
    if (type.front() == '"') return value == json::parse(type) ? "" : at + " is not " + type;
    if (const auto is = plain_.find(type); is != plain_.end())
      return is->second(value) ? "" : at + " is " + value.dump() + ", not " + type;
    const auto keys = types_.find(type);
    return keys == types_.end() ? at + " has no such type: " + type
                                : object(value, keys->second, type, at, reply);
  }

  std::string object(const json& value, const json& keys, const std::string& type, const std::string& at,
                     const Reply* reply) {
    if (!value.is_object()) return at + " is no object";
    std::set<std::string> left;
    for (const auto& [key, unused] : value.items()) left.insert(key);
    for (const json& described : keys) {
      const std::string key = described["key"], place = at + "." + key;
      if (left.erase(key) == 0) {
        if (described["optional"] == false) return place + " is missing";
        continue;
      }
      met.insert(type + "." + key);
      if (const std::string why = wrong(value[key], described["type"], place, reply); !why.empty())
        return why;
    }
    return left.empty() ? "" : at + "." + *left.begin() + " is not described";
  }

  const json& command(const std::string& name) const { return commands_.at(name); }
  const std::map<std::string, json>& commands() const { return commands_; }
  const std::map<std::string, json>& types() const { return types_; }

 private:
  std::string each(const json& value, const std::string& type, const std::string& at, const Reply* reply,
                   bool is) {
    if (!is) return at + " is " + value.dump() + ", not many of " + type;
    for (const auto& [key, one] : value.items())
      if (const std::string why = wrong(one, type, at + "[" + key + "]", reply); !why.empty()) return why;
    return "";
  }

  static size_t rank_of(const std::string& type) {
    return static_cast<size_t>(std::count(type.begin(), type.end(), ',')) + 1;
  }

  static std::string tensor(const json& value, size_t rank, const std::string& at, const Reply* reply) {
    if (!value.is_object() || !value.contains("tensor") || value.value("shape", json()).size() != rank)
      return at + " is no tensor of rank " + std::to_string(rank);
    const auto shape = value["shape"].get<std::vector<size_t>>();
    const size_t count = std::accumulate(shape.begin(), shape.end(), size_t{1}, std::multiplies<>());
    return reply->tensors().at(value["tensor"]).size() == count ? "" : at + " has another size";
  }

  static std::map<std::string, json> by_name(const json& all, const char* of) {
    std::map<std::string, json> found;
    for (const json& one : all) found[one["name"]] = *of == 0 ? one : one[of];
    return found;
  }

  std::map<std::string, json> types_ = by_name(session::describe_types(), "keys"),
                              commands_ = by_name(session::describe_commands(), "");
  std::map<std::string, bool (*)(const json&)> plain_ = {
      {"text", [](const json& v) { return v.is_string(); }},
      {"whole", [](const json& v) { return v.is_number_integer(); }},
      {"real", [](const json& v) { return v.is_number(); }},
      {"flag", [](const json& v) { return v.is_boolean(); }},
      {"null", [](const json& v) { return v.is_null(); }}};
};

}  // namespace heed::test

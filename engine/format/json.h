// Reading JSON that someone else wrote: every mistake in it becomes an Error that names the file and the key.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/json_parse.h"

namespace heed {

// parse_json(), and what is parsed must be an object.
nlohmann::json parse_json_object(std::string_view bytes, const std::string& file);
// Error when a string in it is not UTF-8. `indent` as in nlohmann: -1 is one line.
std::string dump_json(const nlohmann::json& json, const std::string& file, int indent = -1);

// An object that is written key by key: a list of pairs would be copied twice, and is several times the code.
class JsonObject {
 public:
  JsonObject& add(const char* key, const std::string& value);
  JsonObject& add(const char* key, nlohmann::json value);
  template <class T>
  requires(std::is_arithmetic_v<T>) JsonObject& add(const char* key, T value) {
    if constexpr (std::is_same_v<T, bool>)
      return add_flag(key, value);
    else if constexpr (std::is_floating_point_v<T>)
      return add_real(key, static_cast<double>(value));
    else
      return add_whole(key, static_cast<int64_t>(value));
  }
  // Null for none.
  JsonObject& add(const char* key, const std::optional<int>& value);

  nlohmann::json take() { return std::move(value_); }

 private:
  JsonObject& add_flag(const char* key, bool value);
  JsonObject& add_real(const char* key, double value);
  JsonObject& add_whole(const char* key, int64_t value);

  nlohmann::json value_ = nlohmann::json::object();
};

namespace detail {

std::string describe(const nlohmann::json& value);  // "the string "abc"", "an object", …

template <class T>
struct JsonList : std::false_type {};
template <class T>
struct JsonList<std::vector<T>> : std::true_type {};

template <class T>
std::string expected_kind() {
  if constexpr (std::is_same_v<T, bool>)
    return "true or false";
  else if constexpr (std::is_integral_v<T>)
    return std::is_unsigned_v<T> ? "an integer of zero or more" : "an integer";
  else if constexpr (std::is_floating_point_v<T>)
    return "a number";
  else if constexpr (std::is_same_v<T, std::string>)
    return "a string";
  else
    return std::string("a list of which each is ").append(expected_kind<typename T::value_type>());
}

template <class T>
bool holds(const nlohmann::json& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value.is_boolean();
  } else if constexpr (std::is_integral_v<T>) {
    if (value.is_number_unsigned())
      return value.get<uint64_t>() <= static_cast<uint64_t>(std::numeric_limits<T>::max());
    if (std::is_unsigned_v<T> || !value.is_number_integer()) return false;
    return value.get<int64_t>() >= static_cast<int64_t>(std::numeric_limits<T>::min());
  } else if constexpr (std::is_floating_point_v<T>) {
    return value.is_number();
  } else if constexpr (std::is_same_v<T, std::string>) {
    return value.is_string();
  } else {
    static_assert(JsonList<T>::value, "bool, integers, numbers, strings and vectors of these");
    if (!value.is_array()) return false;
    for (const nlohmann::json& element : value)
      if (!holds<typename T::value_type>(element)) return false;
    return true;
  }
}

}  // namespace detail

// The value as T: bool, an integer type, float or double, std::string, or a std::vector of these.
// Otherwise Error: [config.json] "hidden_size" is the string "64", expected an integer.
template <class T>
T json_as(const nlohmann::json& value, const std::string& key, const std::string& file) {
  check(detail::holds<T>(value), "[", file, "] \"", key, "\" is ", detail::describe(value), ", expected ",
        detail::expected_kind<T>(), ".");
  return value.get<T>();
}

template <class T>
T require(const nlohmann::json& object, const std::string& key, const std::string& file) {
  check(object.is_object(), "[", file, "] holds ", detail::describe(object), ", expected an object with \"",
        key, "\".");
  auto found = object.find(key);
  check(found != object.end(), "[", file, "] has no \"", key, "\", expected ", detail::expected_kind<T>(),
        ".");
  return json_as<T>(*found, key, file);
}

// `otherwise` when the key is missing or null; a value of another kind is an Error all the same.
template <class T>
T value_or(const nlohmann::json& object, const std::string& key, const T& otherwise,
           const std::string& file) {
  auto found = object.find(key);
  if (found == object.end() || found->is_null()) return otherwise;
  return json_as<T>(*found, key, file);
}

}  // namespace heed

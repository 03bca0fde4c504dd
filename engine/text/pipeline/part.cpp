#include "engine/text/pipeline/part.h"

#include "engine/base/names.h"
#include "engine/text/json_messages.h"
#include "engine/text/utf8.h"

namespace heed {

using nlohmann::json;

Part::Part(const json& object, std::string file, std::string place)
    : json_(&object), file_(std::move(file)), place_(std::move(place)) {
  expect(object.is_object(), " is ", shown(object), ": expected an object.");
}

const json& Part::any(const char* key) const {
  static const json null;
  const auto found = json_->find(key);
  return found == json_->end() ? null : *found;
}

const json& Part::value(const char* key) const {
  const json& found = any(key);
  expect(json_->contains(key), " has no \"", key, "\".");
  return found;
}

std::string Part::text(const char* key) const {
  const json& found = value(key);
  expect(found.is_string(), ": \"", key, "\" is ", shown(found), ": expected a string.");
  return found.get<std::string>();
}

std::string Part::text(const char* key, const std::string& otherwise) const {
  return any(key).is_null() ? otherwise : text(key);
}

std::string Part::within(size_t most, const char* key, std::string found) const {
  expect(found.size() <= most, ": \"", key, "\" has ", found.size(), " bytes: expected at most ", most, ".");
  return found;
}

bool Part::flag(const char* key) const {
  const json& found = value(key);
  expect(found.is_boolean(), ": \"", key, "\" is ", shown(found), ": expected true or false.");
  return found.get<bool>();
}

bool Part::flag(const char* key, bool otherwise) const {
  return any(key).is_null() ? otherwise : flag(key);
}

int64_t Part::whole_number(const char* key, int64_t least, int64_t most) const {
  const json& found = value(key);
  const bool fits = found.is_number_integer() &&
                    (!found.is_number_unsigned() || found.get<uint64_t>() < INT64_MAX) &&
                    found.get<int64_t>() >= least && found.get<int64_t>() <= most;
  expect(fits, ": \"", key, "\" is ", shown(found), ": expected a whole number from ", least, " to ", most,
         ".");
  return found.get<int64_t>();
}

std::string Part::character(const char* key) const {
  std::string found = text(key);
  expect(!found.empty() && decode_utf8(found, 0).length == static_cast<int>(found.size()), ": \"", key,
         "\" is ", in_quotes(found), ": expected one character.");
  return found;
}

const json& Part::list(const char* key) const {
  const json& found = value(key);
  expect(found.is_array(), ": \"", key, "\" is ", shown(found), ": expected an array.");
  return found;
}

Part Part::part(const char* key) const {
  return {value(key), file_, place_ + "." + key};
}

std::vector<Part> Part::parts(const char* key) const {
  std::vector<Part> all;
  for (const json& item : list(key))
    all.emplace_back(item, file_, place_ + "." + key + "[" + std::to_string(all.size()) + "]");
  return all;
}

void Part::add_steps(const char* key, size_t most, std::vector<Part>& all) const {
  for (Part& step : parts(key)) {
    if (step.any("type") == "Sequence")
      step.add_steps(key, most, all);
    else
      all.push_back(std::move(step));
    expect(all.size() <= most, " has more than ", most, " steps: expected fewer.");
  }
}

std::vector<Part> Part::steps(const char* key, size_t most) const {
  std::vector<Part> all;
  add_steps(key, most, all);
  return all;
}

size_t Part::one_of(const char* key, std::initializer_list<const char*> names) const {
  const std::string found = text(key);
  std::string expected;
  size_t index = 0;
  for (const char* name : names) {
    if (found == name) return index;
    append_name(expected, name);
    ++index;
  }
  fail(": \"", key, "\" is ", in_quotes(found), ": expected one of ", expected, ".");
}

}  // namespace heed

#include "engine/format/fields_json.h"

#include <algorithm>

#include "engine/base/names.h"
#include "engine/format/json.h"

namespace heed {

std::string keys_in(const FieldList& fields, const std::string& path) {
  const std::string start = path.empty() ? "" : path + ".";
  std::string keys, last;
  for (const Field& field : fields.all) {
    if (field.key.rfind(start, 0) != 0) continue;
    const std::string rest = field.key.substr(start.size()), key = rest.substr(0, rest.find('.'));
    if (key != last) append_name(keys, key);
    last = key;
  }
  return keys;
}

namespace {

using nlohmann::json;

std::string below(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

template <class T>
void read_value(const Field& field, void* at, const json& value, const std::string& key,
                const std::string& file) {
  if (field.nullable) {
    auto& member = *static_cast<std::optional<T>*>(at);
    if (value.is_null())
      member.reset();
    else
      member = json_as<T>(value, key, file);
  } else {
    *static_cast<T*>(at) = json_as<T>(value, key, file);
  }
}

template <class T>
json written_value(const Field& field, const void* at) {
  if (!field.nullable) return *static_cast<const T*>(at);
  const auto& member = *static_cast<const std::optional<T>*>(at);
  return member ? json(*member) : json();
}

// "adam, adamw or sgd"
std::string one_of(const std::vector<std::string>& choices) {
  std::string words;
  for (size_t i = 0; i < choices.size(); ++i)
    if (!choices[i].empty())
      words += (words.empty() ? "" : i + 1 < choices.size() ? ", " : " or ") + choices[i];
  return words;
}

void check_value(const Field& field, const json& value, const std::string& key, const std::string& file) {
  if (value.is_null()) return;
  if (field.is_number())
    check(field.bounds.hold(value.get<double>()), "[", file, "] \"", key, "\" is ", value,
          ", out of bounds: expected ", field.bounds.words(), ".");
  if (field.kind != Field::Kind::kChoice) return;
  const bool known = std::any_of(field.choices.begin(), field.choices.end(), [&](const std::string& choice) {
    return value.is_string() && value.get_ref<const std::string&>() == choice;
  });
  if (known) return;
  fail<UsageError>("[", file, "] \"", key, "\" is ", value, ": expected ", one_of(field.choices), ".");
}

void read_field(const Field& field, void* object, const json& value, const std::string& key,
                const std::string& file) {
  void* at = static_cast<char*>(object) + field.offset;
  switch (field.type) {
    case Field::Type::kNone:
      if (field.form) field.form->read(value, key, file, at);
      return;
    case Field::Type::kInt32:
      read_value<int32_t>(field, at, value, key, file);
      break;
    case Field::Type::kInt64:
      read_value<int64_t>(field, at, value, key, file);
      break;
    case Field::Type::kUint64:
      read_value<uint64_t>(field, at, value, key, file);
      break;
    case Field::Type::kDouble:
      read_value<double>(field, at, value, key, file);
      break;
    case Field::Type::kBool:
      read_value<bool>(field, at, value, key, file);
      break;
    case Field::Type::kString:
      read_value<std::string>(field, at, value, key, file);
      break;
  }
  check_value(field, value, key, file);
}

json written(const Field& field, const void* object) {
  const void* at = static_cast<const char*>(object) + field.offset;
  switch (field.type) {
    case Field::Type::kNone:
      return field.form ? field.form->write(at) : nullptr;
    case Field::Type::kInt32:
      return written_value<int32_t>(field, at);
    case Field::Type::kInt64:
      return written_value<int64_t>(field, at);
    case Field::Type::kUint64:
      return written_value<uint64_t>(field, at);
    case Field::Type::kDouble:
      return written_value<double>(field, at);
    case Field::Type::kBool:
      return written_value<bool>(field, at);
    case Field::Type::kString:
      return written_value<std::string>(field, at);
  }
  return nullptr;
}

// "optimizer.rate" in the objects that it names.
json& place_of(json& all, const std::string& key) {
  json* at = &all;
  for (size_t begin = 0;;) {
    const size_t end = key.find('.', begin);
    at = &(*at)[key.substr(begin, end - begin)];
    if (end == std::string::npos) return *at;
    begin = end + 1;
  }
}

[[noreturn]] void unknown_key(const FieldList& fields, const std::string& key, const std::string& inside,
                              const std::string& path, const std::string& file) {
  fail("[", file, "] has the unknown key \"", below(path, key), "\": expected one of ",
       keys_in(fields, inside), ".");
}

class Reader {
 public:
  Reader(const FieldList& fields, void* object, const std::string& file, const std::string& path,
         Beside beside)
      : fields_(fields), object_(object), file_(file), path_(path), beside_(beside) {}

  void read(const json& from, const std::string& inside) {
    check(from.is_object(), "[", file_, "] \"", below(path_, inside), "\" is ", detail::describe(from),
          ": expected an object.");
    for (const Field& field : fields_.all)
      if (field.required && field.key.rfind('.') == (inside.empty() ? std::string::npos : inside.size()) &&
          field.key.rfind(inside, 0) == 0)
        check(from.contains(field.key.substr(inside.empty() ? 0 : inside.size() + 1)), "[", file_,
              "] has no \"", below(path_, field.key), "\".");
    for (const auto& [name, value] : from.items()) {
      const std::string key = below(inside, name);
      if (const Field* field = fields_.find(key)) {
        if (value.is_null() && beside_ == Beside::kAnything) continue;  // as good as not there
        read_field(*field, object_, value, below(path_, key), file_);
      } else if (!fields_.is_group(key)) {
        beside(key, inside);
      } else if (!(value.is_null() && fields_.is_optional_group(key))) {
        read(value, key);
      }
    }
  }

 private:
  void beside(const std::string& key, const std::string& inside) {
    if (beside_ == Beside::kNothing) unknown_key(fields_, key, inside, path_, file_);
  }

  const FieldList& fields_;
  void* object_;
  const std::string &file_, &path_;
  Beside beside_;
};

void merge(json& into, const json& from, const FieldList& fields, const std::string& inside,
           const std::string& file) {
  for (const auto& [name, value] : from.items()) {
    const std::string key = below(inside, name);
    const bool group = fields.is_group(key);
    if (!group && fields.find(key) == nullptr) unknown_key(fields, key, inside, "", file);
    if (!group || (value.is_null() && fields.is_optional_group(key))) {
      into[name] = value;
      continue;
    }
    check(value.is_object(), "[", file, "] \"", key, "\" is ", value.dump(), ": expected an object.");
    if (into[name].is_null()) into[name] = json::object();
    merge(into[name], value, fields, key, file);
  }
}

// A name, a number or a list of them, as names.
std::vector<std::string> names_in(const json& value, const std::string& key, const std::string& file) {
  if (value.is_null()) return {};
  if (value.is_number_unsigned()) return {value.dump()};
  if (value.is_string()) return {value.get<std::string>()};
  check(value.is_array(), "[", file, "] \"", key, "\" is ", value, ": expected a name, a number or a list.");
  std::vector<std::string> names;
  for (const json& name : value)
    names.push_back(name.is_number_unsigned() ? name.dump() : json_as<std::string>(name, key, file));
  return names;
}

const char* name_of(Field::Kind kind) {
  switch (kind) {
    case Field::Kind::kWhole:
      return "whole";
    case Field::Kind::kReal:
      return "real";
    case Field::Kind::kFlag:
      return "flag";
    case Field::Kind::kChoice:
      return "choice";
    case Field::Kind::kText:
      return "text";
    case Field::Kind::kNames:
      return "names";
    case Field::Kind::kOpen:
      return "open";
  }
  return "";
}

}  // namespace

const FieldForm kNameForm{
    [](const json& value, const std::string& key, const std::string& file, void* member) {
      const std::vector<std::string> names = names_in(value, key, file);
      check(names.size() <= 1, "[", file, "] \"", key, "\" names ", names.size(), ": expected one.");
      *static_cast<std::string*>(member) = names.empty() ? "" : names.front();
    },
    [](const void* member) {
      const auto& name = *static_cast<const std::string*>(member);
      return name.empty() ? json() : json(name);
    }};

const FieldForm kNamesForm{
    [](const json& value, const std::string& key, const std::string& file, void* member) {
      *static_cast<std::vector<std::string>*>(member) = names_in(value, key, file);
    },
    [](const void* member) {
      const auto& names = *static_cast<const std::vector<std::string>*>(member);
      return names.empty() ? json() : names.size() == 1 ? json(names.front()) : json(names);
    }};

void read_fields(const json& from, const FieldList& fields, void* object, const std::string& file,
                 const std::string& path, Beside beside) {
  Reader(fields, object, file, path, beside).read(from, "");
}

void check_fields(const FieldList& fields, const void* object, const std::string& file) {
  for (const Field& field : fields.all) check_value(field, written(field, object), field.key, file);
}

json write_fields(const FieldList& fields, const void* object) {
  json all = json::object();
  for (const Field& field : fields.all) place_of(all, field.key) = written(field, object);
  const void* usual = fields.defaults.get();
  for (const std::string& group : fields.optional_groups) {
    const std::string start = group + ".";
    bool differs = false;
    for (const Field& field : fields.all)
      if (field.key.rfind(start, 0) == 0) differs |= written(field, object) != written(field, usual);
    if (!differs) place_of(all, group) = nullptr;
  }
  return all;
}

namespace {

// 0, not 0.0
void write_plainly(json& value) {
  if (value.is_object())
    for (auto& [key, inner] : value.items()) write_plainly(inner);
  else if (value.is_number_float() && value == static_cast<double>(static_cast<int64_t>(value.get<double>())))
    value = static_cast<int64_t>(value.get<double>());
}

}  // namespace

json write_defaults(const FieldList& fields) {
  json all = write_fields(fields, fields.defaults.get());
  write_plainly(all);
  return all;
}

void merge_fields(json& into, const json& from, const FieldList& fields, const std::string& file) {
  merge(into, from, fields, "", file);
}

json list_of(const FieldList& fields, const std::string& path) {
  json list = json::array();
  for (const Field& field : fields.all) {
    json entry = {{"key", below(path, field.key)},
                  {"kind", name_of(field.kind)},
                  {"meaning", field.meaning},
                  {"default", written(field, fields.defaults.get())}};
    if (field.is_number())
      entry.update({{"minimum", field.bounds.minimum}, {"maximum", field.bounds.maximum}});
    if (field.bounds.above) entry["above"] = true;
    if (field.bounds.below) entry["below"] = true;
    if (!field.choices.empty()) entry["choices"] = field.choices;
    if (field.task != nullptr) entry["task"] = field.task;
    list.push_back(std::move(entry));
  }
  return list;
}

void check_bounds(const FieldList& fields, const void* object, const std::string& command) {
  const nlohmann::json values = write_fields(fields, object);
  for (const Field& field : fields.all)
    if (field.is_number() && !field.bounds.hold(values.at(field.key).get<double>()))
      fail<UsageError>("[", command, "] ", field.key, " is ", values.at(field.key).dump(), ": expected ",
                       field.bounds.words(), ".");
}

}  // namespace heed

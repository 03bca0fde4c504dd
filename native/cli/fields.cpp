#include "native/cli/fields.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "native/cli/output.h"

namespace heed::cli {
namespace {

std::string shown(const std::string& value) {
  return value;
}
std::string shown(double value) {
  return nlohmann::json(value) == static_cast<int64_t>(value) ? std::to_string(static_cast<int64_t>(value))
                                                              : decimal(value, 3);
}
template <class T>
requires std::is_integral_v<T> std::string shown(T value) {
  return std::to_string(value);
}

// "The seed.": "The seed (default: 0)".
std::string with_default(std::string meaning, const std::string& value) {
  if (!meaning.empty() && meaning.back() == '.') meaning.pop_back();
  return meaning + " (default: " + value + ")";
}

template <class T>
void add(CLI::App& command, const std::string& name, const Field& field, void* member, const char* type) {
  if (field.nullable) {
    command.add_option(name, *static_cast<std::optional<T>*>(member), field.meaning)->type_name(type);
    return;
  }
  T& value = *static_cast<T*>(member);
  command.add_option(name, value, with_default(field.meaning, shown(value)))->type_name(type);
}

}  // namespace

void add_fields(CLI::App& command, const FieldList& fields, void* object) {
  for (const Field& field : fields.all) {
    void* member = static_cast<char*>(object) + field.offset;
    std::string name = "--" + field.key;
    std::replace(name.begin(), name.end(), '_', '-');
    switch (field.type) {
      case Field::Type::kNone:
        break;
      case Field::Type::kBool:
        command.add_flag(name, *static_cast<bool*>(member), field.meaning);
        break;
      case Field::Type::kInt32:
        add<int32_t>(command, name, field, member, "N");
        break;
      case Field::Type::kInt64:
        add<int64_t>(command, name, field, member, "N");
        break;
      case Field::Type::kUint64:
        add<uint64_t>(command, name, field, member, "N");
        break;
      case Field::Type::kDouble:
        add<double>(command, name, field, member, "X");
        break;
      case Field::Type::kString:
        add<std::string>(command, name, field, member, "NAME");
        break;
    }
  }
}

}  // namespace heed::cli

#include "native/cli/arguments.h"

#include <utility>

#include "engine/session/training/recipes.h"

namespace heed::cli {

namespace {

constexpr char kMark = '\x1f';  // the unit separator: nobody types it

bool could_be_misread(const std::string& value) {
  return !value.empty() && (value[0] == '[' || value[0] == '{' || value[0] == '%' || value[0] == kMark);
}

}  // namespace

std::vector<std::string> protected_arguments(int argc, const char* const* argv) {
  std::vector<std::string> reversed;
  for (int i = argc - 1; i > 0; --i) {
    std::string value = argv[i];
    reversed.push_back(could_be_misread(value) ? kMark + value : std::move(value));
  }
  return reversed;
}

std::string plain(std::string value) {
  if (!value.empty() && value[0] == kMark) value.erase(0, 1);
  return value;
}

std::string model_named(const std::string& value) {
  return session::model_place(plain(value));
}

std::vector<std::string> plain(std::vector<std::string> values) {
  for (std::string& value : values) value = plain(std::move(value));
  return values;
}

}  // namespace heed::cli

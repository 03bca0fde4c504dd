#include "tests/engine/fixtures.h"

#include <cstdlib>

namespace heed::test {

std::string environment_or(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

std::string fixture_path(const std::string& name) {
  return environment_or("HEED_FIXTURES", source_path("tests/fixtures")) + "/" + name;
}

std::string source_path(const std::string& name) {
  return HEED_SOURCE_DIR "/" + name;
}

std::string shared_path(const std::string& name) {
  return environment_or("HEED_SHARED", source_path("../shared")) + "/" + name;
}

}  // namespace heed::test

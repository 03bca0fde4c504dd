// Files the tests read: the reference tensors and texts of tests/fixtures, and the repository itself.
#pragma once

#include <cstdlib>
#include <string>

namespace heed::test {

inline std::string environment_or(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

// "tests/fixtures/<name>"; HEED_FIXTURES may name another folder.
inline std::string fixture_path(const std::string& name) {
  return environment_or("HEED_FIXTURES", HEED_FIXTURES_DIR) + "/" + name;
}

// A file of the repository, for instance "assets/models/enron-request".
inline std::string source_path(const std::string& name) {
  return HEED_SOURCE_DIR "/" + name;
}

// A file of the shared data beside the repository. It may be absent: a test that uses it skips then, and says
// so.
inline std::string shared_path(const std::string& name) {
  return environment_or("HEED_SHARED", HEED_SOURCE_DIR "/../shared") + "/" + name;
}

}  // namespace heed::test

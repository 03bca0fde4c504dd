// Files the tests read: the reference tensors and texts of tests/fixtures, and the repository itself.
#pragma once

#include <string>

namespace heed::test {

std::string environment_or(const char* name, const std::string& otherwise);

// "tests/fixtures/<name>"; HEED_FIXTURES may name another folder.
std::string fixture_path(const std::string& name);

// A file of the repository, for instance "assets/models/enron-request".
std::string source_path(const std::string& name);

// A file of the shared data beside the repository. It may be absent: a test that uses it skips then, and says
// so.
std::string shared_path(const std::string& name);

}  // namespace heed::test

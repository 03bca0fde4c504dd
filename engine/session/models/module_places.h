// Where a program looks for the modules that it opens while it runs.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace heed::session {

// Named by the user in the environment's `variable`, beside the program, or installed with it.
inline std::vector<std::filesystem::path> module_places(const char* variable, const std::string& module) {
  if (const char* named = std::getenv(variable)) return {named};
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  std::vector<std::filesystem::path> all;
  if (error) return all;
  for (const char* place : {".", "../lib/heed", "../lib64/heed"}) all.push_back(folder / place / module);
  return all;
}

}  // namespace heed::session

#include "engine/session/models/save.h"

#include <filesystem>
#include <map>

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/session/models/model.h"

namespace heed::session {

void save_model(const std::string& from, const std::string& to) {
  namespace fs = std::filesystem;
  Model::open(from);
  std::error_code error;
  check(!fs::equivalent(from, to, error), "[", to, "] is where the model is already.");
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(from))
    if (entry.is_regular_file()) files[entry.path().filename().string()] = read_file(entry.path().string());
  replace_folder_atomically(to, files);
}

}  // namespace heed::session

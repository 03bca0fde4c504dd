// Looks in the background at the file that rows are read from, also if it cannot be read as
// labelled rows, so that one can say how.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "native/studio/parts/jobs.h"

namespace heed::studio {

class FileLook {
 public:
  explicit FileLook(Jobs& files) : files_(files) {}

  // `format` and `set` as read_labelled() has them; nothing is found in what is no table.
  void at(const std::string& path, const std::string& format, const std::vector<std::string>& set,
          std::function<void()> found);
  void forget() { found_ = nullptr; }

  bool looking() const { return looking_; }
  const nlohmann::json& found() const { return found_; }  // session::look_at(), or null

 private:
  Jobs& files_;
  bool looking_ = false;
  nlohmann::json found_;
};

}  // namespace heed::studio

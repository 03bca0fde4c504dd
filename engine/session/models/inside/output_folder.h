// The folder that a run is going to write, looked at before anything is computed.
#pragma once

#include <map>
#include <memory>
#include <string>

namespace heed {
class FileLock;
}

namespace heed::session {

// Error where `folder` holds anything and is no model of Heed's.
// `any_model`: another maker's model may be replaced.
void check_replaceable(const std::string& folder, bool any_model);

// One run at a time writes a folder. Error, before the run begins, where it cannot be written, where another
// run is writing it, or where check_replaceable() says so.
class OutputFolder {
 public:
  // `from`: a folder that the run reads, which it may not replace; "": none.
  OutputFolder(const std::string& folder, const std::string& from);
  ~OutputFolder();

 private:
  std::unique_ptr<FileLock> lock_;
};

}  // namespace heed::session

// Files and folders to choose from, over the window: what a system's own dialog shows, in the studio's look
// and for its own tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

enum class PathFor { kFile, kFolder, kSaving };  // kFile: a folder will do, too

class FileChooser {
 public:
  // For the box of this label, where `path` is or would be.
  void open(const std::string& label, const std::string& path, PathFor what);
  // Draws what is open for `label`. True when a path was chosen.
  bool draw(Ui& ui, const std::string& label, std::string* path);

 private:
  struct Entry {
    std::string name;
    bool folder = false, model = false;
    int64_t bytes = 0;
    std::string changed;  // the day
  };

  void enter(const std::string& folder);
  void places(Ui& ui);
  void way(Ui& ui);
  std::vector<const Entry*> shown() const;
  void entries(Ui& ui, float height);
  bool entry(Ui& ui, const Entry& one);
  bool orders(Ui& ui, std::string* path);
  std::string of(const std::string& name) const;

  std::string label_, folder_, problem_, words_, name_;
  PathFor what_ = PathFor::kFile;
  bool asked_ = false;   // to be opened in the next frame
  bool chosen_ = false;  // a file was clicked twice
  bool hidden_ = false, to_top_ = false;
  std::string next_;  // a folder to enter behind this frame
  std::vector<Entry> entries_;
};

}  // namespace heed::studio

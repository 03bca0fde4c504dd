// Model folders: open one, keep the one that was trained, make a small one for the page.
#pragma once

#include <string>

#include "native/studio/parts/explorer.h"
#include "native/studio/parts/model_files.h"
#include "native/studio/settings.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

class ModelsPanel {
 public:
  ModelsPanel(ModelFiles& files, const Explorer& explorer, const Settings& settings)
      : files_(files), explorer_(explorer), settings_(settings) {}

  void draw(Ui& ui);

 private:
  void open(Ui& ui);
  void about(Ui& ui) const;
  void save(Ui& ui);
  void recent(Ui& ui);

  ModelFiles& files_;
  const Explorer& explorer_;
  const Settings& settings_;
  std::string open_path_, save_path_, export_path_;  // what is typed
};

}  // namespace heed::studio

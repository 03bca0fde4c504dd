// Which word vectors texts are looked up in, and the words that have none.
#pragma once

#include <string>

#include "native/studio/parts/attending.h"
#include "native/studio/parts/vector_source.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

class WordVectorsPanel {
 public:
  explicit WordVectorsPanel(VectorSource& source) : source_(source) {}

  // `section` says which of its words were found.
  void draw(Ui& ui, const Attending& section);

 private:
  VectorSource& source_;
  std::string path_;  // what is typed
};

}  // namespace heed::studio

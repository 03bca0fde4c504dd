// The whole window: what is chosen in the head decides what stands below it. Gives each panel the parts it
// shows.
#pragma once

#include "native/studio/panels/closing.h"
#include "native/studio/panels/data.h"
#include "native/studio/panels/evidence.h"
#include "native/studio/panels/models.h"
#include "native/studio/panels/what_if.h"
#include "native/studio/panels/word_vectors.h"
#include "native/studio/workspace.h"

namespace heed::studio {

class Layout {
 public:
  Layout(Ui& ui, Workspace& workspace);

  void draw(Closing& closing);

 private:
  void section();
  void train();
  void train_left();
  void train_centre();
  void confusion(ImVec2 size);
  void explore();
  void sentence(Why* why);
  template <class Draw>
  void column(const char* name, float width, const Draw& draw);
  void divider(const char* name, double* width, double sign);

  Ui& ui_;
  Workspace& work_;
  DataPanel data_;
  ModelsPanel models_;
  WordVectorsPanel vectors_;
  WhatIfPanel what_if_;
  EvidencePanel evidence_;
};

}  // namespace heed::studio

// The desktop app: a window, the workspace, and the panels that show it.
#pragma once

#include "native/studio/layout.h"
#include "native/studio/ui/file_chooser.h"
#include "native/studio/ui/window.h"
#include "native/studio/workspace.h"

namespace heed::studio {

class Studio {
 public:
  Studio(Window& window, Settings settings);

  // One turn: messages, dropped files, a frame. False when the window may close.
  bool turn();
  void leave();  // keeps what is remembered: the last turn does, and whoever ends the program without one
  // How long the window may sleep, in seconds: without limit (-1), since whatever moves posts a message.
  double patience() const { return -1; }

  Workspace& workspace() { return workspace_; }
  const Ui& ui() const { return ui_; }

 private:
  void ask_before_closing();
  void set_look();
  void draw();

  Window& window_;
  Workspace workspace_;
  Palette palette_;
  FileChooser chooser_;
  Ui ui_;
  Closing closing_;
  Layout layout_;
};

}  // namespace heed::studio

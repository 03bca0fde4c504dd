// The window: GLFW, OpenGL 3.2 and ImGui's two backends behind one class. Draws when something has happened,
// and waits without using the processor otherwise.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "native/studio/ui/fonts.h"

struct GLFWwindow;

namespace heed::studio {

class Window {
 public:
  // Error when there is no display or no OpenGL 3.2.
  Window(const std::string& title, int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // Returns after an event, a wake() of any thread, or `seconds` (negative: without limit). At once while the
  // last event's frames are not all drawn: ImGui shows what a click did one or two frames later.
  void wait(double seconds);
  static void wake();
  bool at_rest() const { return settling_ == 0; }

  // One frame: `draw` is called between ImGui's NewFrame and Render.
  void frame(const std::function<void()>& draw);
  // Called before NewFrame, after the window's own input: how tests type and click.
  std::function<void()> inject;
  // Called with the size in pixels when a frame is drawn and not yet shown: how drawing is timed.
  std::function<void(int width, int height)> drawn;
  // Hands over a part of the next frame: rows of width · 3 bytes, the lowest row first.
  using Photograph = std::function<void(int width, int height, const std::vector<uint8_t>& rgb)>;
  void photograph(ImVec2 min, ImVec2 max, Photograph taken);

  bool close_asked() const;
  void ask_to_close();
  void keep_open();
  std::vector<std::string> take_dropped();  // paths
  void drop(std::vector<std::string> paths);
  void size(int* width, int* height) const;
  void resize(int width, int height);
  float density() const;  // pixels per unit of the screen

  Fonts& fonts() { return fonts_; }
  float scale = 1;  // the user's text size
  ImU32 background = 0;

 private:
  void take_photograph(int width, int height);

  GLFWwindow* handle_ = nullptr;
  Fonts fonts_;
  std::vector<std::string> dropped_;
  int settling_ = 3;
  ImVec2 from_, to_;   // of the photograph
  Photograph wanted_;  // none: no one asked for any
};

}  // namespace heed::studio

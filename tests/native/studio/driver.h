// Works the studio as a person does, in a real window: finds a widget by its label, clicks, types, and waits
// until something is to be seen. Nothing sleeps: waiting ends with the window's events.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "native/studio/studio.h"
#include "tests/engine/temp_folder.h"

namespace heed::test {

class Driver {
 public:
  // Settings and runs are in a folder of the test's own. `keep`: another driver's folder, for a second start.
  explicit Driver(const studio::Settings& settings = {}, std::shared_ptr<TempFolder> keep = nullptr);
  ~Driver();

  studio::Workspace& workspace() { return studio_->workspace(); }
  const studio::Ui& ui() const { return studio_->ui(); }
  const TempFolder& folder() const { return *folder_; }
  std::shared_ptr<TempFolder> kept() const { return folder_; }

  void frames(int count);
  // Until `state` holds; false after `seconds`.
  bool until(const std::function<bool()>& state, double seconds = 30);
  bool sees(const std::string& label) const;

  // Each fails the test when there is no such widget.
  void hover(const std::string& label);
  void click(const std::string& label);
  void shift_click(const std::string& label);
  void click_at(const std::string& label, float x, float y);  // shares of its width and height
  void choose(const std::string& list, const std::string& entry);
  void type(const std::string& label, const std::string& text);  // in place of what is there
  void press(ImGuiKey key);
  void wheel(const std::string& label, float notches);
  void drag(const std::string& label, float from, float to);  // shares of its width
  void drop(const std::string& path);
  void close();                        // the window's own button
  void leave() { studio_->leave(); }   // as whoever ends the program without a last turn
  bool open() const { return open_; }  // the window
  bool rests();                        // nothing is left to draw, and nothing wakes it by itself

  // build/…/screenshots/NAME.png of the next frame.
  void picture(const std::string& name);

 private:
  void inject();
  void turn();
  void press_mouse();
  const studio::Seen& find(const std::string& label);

  std::shared_ptr<TempFolder> folder_;
  std::unique_ptr<studio::Window> window_;
  std::unique_ptr<studio::Studio> studio_;
  ImVec2 mouse_{-1, -1};
  bool down_ = false, open_ = true;
  float notches_ = 0;
  std::optional<ImGuiKey> key_;
  [[maybe_unused]] std::optional<ImGuiKey> held_;  // of the frame before
  bool control_ = false, shift_ = false;
  std::string typed_;
};

}  // namespace heed::test

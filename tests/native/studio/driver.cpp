#include "tests/native/studio/driver.h"

#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "native/studio/ui/png.h"
#include "tests/engine/catch.h"

namespace heed::test {

using namespace studio;

namespace {

std::shared_ptr<TempFolder> own_folder() {
  auto folder = std::make_shared<TempFolder>();
  return folder;
}

Settings settled(const Settings& settings, bool again) {
  if (!again) return settings;
  std::string problem;
  return Settings::load(&problem);
}

}  // namespace

Driver::Driver(const Settings& settings, std::shared_ptr<TempFolder> keep)
    : folder_(keep ? keep : own_folder()) {
  ::setenv("XDG_CONFIG_HOME", folder_->path("config").c_str(), 1);
  ::unsetenv("HEED_RUNS");
  ::setenv("XDG_DATA_HOME", folder_->path("share").c_str(), 1);
  const Settings used = settled(settings, keep != nullptr);
  window_ = std::make_unique<Window>("Heed Studio", used.width, used.height);
  window_->inject = [this] { inject(); };
  studio_ = std::make_unique<Studio>(*window_, used);
  frames(4);
}

Driver::~Driver() {
  studio_.reset();
  window_.reset();
}

// Before the frame begins: ImGui has a queue of input events since 1.87, and before that a state that is set.
void Driver::inject() {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18900
  io.ConfigInputTrickleEventQueue = false;
  io.AddMousePosEvent(mouse_.x, mouse_.y);
  io.AddMouseButtonEvent(0, down_);
  io.AddMouseWheelEvent(0, std::exchange(notches_, 0.0f));
  io.AddKeyEvent(ImGuiMod_Ctrl, control_);
  io.AddKeyEvent(ImGuiMod_Shift, shift_);
  if (held_ && held_ != key_) io.AddKeyEvent(*held_, false);
  if (key_) io.AddKeyEvent(*key_, true);
  held_ = key_;
#else
  io.MousePos = mouse_;
  io.MouseDown[0] = down_;
  io.MouseWheel = std::exchange(notches_, 0.0f);
  io.KeyCtrl = control_;
  io.KeyShift = shift_;
  for (bool& key : io.KeysDown) key = false;
  if (key_) io.KeysDown[io.KeyMap[*key_]] = true;
#endif
  for (const char* c = typed_.c_str(); *c != 0;) {
    unsigned character = 0;
    c += ImTextCharFromUtf8(&character, c, nullptr);
    io.AddInputCharacter(character);
  }
  typed_.clear();
}

void Driver::turn() {
  if (open_) open_ = studio_->turn();
}

void Driver::frames(int count) {
  for (int i = 0; i < count; ++i) turn();
}

bool Driver::until(const std::function<bool()>& state, double seconds) {
  const auto start = std::chrono::steady_clock::now();
  while (!state()) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds)
      return false;
    window_->wait(0.25);
    turn();
  }
  frames(2);  // what a message has changed is to be seen
  return true;
}

bool Driver::sees(const std::string& label) const {
  return studio_->ui().seen.count(label) > 0;
}

const Seen& Driver::find(const std::string& label) {
  INFO("the widget \"" << label << "\"");
  REQUIRE(sees(label));
  return studio_->ui().seen.at(label);
}

void Driver::hover(const std::string& label) {
  const Seen& seen = find(label);
  mouse_ = {(seen.min.x + seen.max.x) / 2, (seen.min.y + seen.max.y) / 2};
  frames(2);
}

void Driver::press_mouse() {
  down_ = true;
  frames(1);
  down_ = false;
  frames(3);
}

void Driver::click(const std::string& label) {
  hover(label);
  press_mouse();
}

void Driver::shift_click(const std::string& label) {
  hover(label);
  shift_ = true;
  press_mouse();
  shift_ = false;
  frames(1);
}

void Driver::click_at(const std::string& label, float x, float y) {
  const Seen seen = find(label);
  mouse_ = {seen.min.x + x * (seen.max.x - seen.min.x), seen.min.y + y * (seen.max.y - seen.min.y)};
  frames(2);
  press_mouse();
}

void Driver::choose(const std::string& list, const std::string& entry) {
  const Seen box = find(list);
  click(list);
  // A long list is gone through from its beginning.
  for (const float notches : {100.0f, -2.0f})
    for (int i = 0; i < (notches > 0 ? 1 : 60) && !sees(entry); ++i) {
      mouse_ = {(box.min.x + box.max.x) / 2, box.max.y + 30};
      frames(1);
      notches_ = notches;
      frames(2);
    }
  click(entry);
}

void Driver::press(ImGuiKey key) {
  key_ = key;
  frames(1);
  key_.reset();
  frames(2);
}

void Driver::type(const std::string& label, const std::string& text) {
  click(label);
  control_ = true;
  press(ImGuiKey_A);
  control_ = false;
  press(ImGuiKey_Delete);
  typed_ = text;
  frames(2);
}

void Driver::wheel(const std::string& label, float notches) {
  hover(label);
  notches_ = notches;
  frames(2);
}

void Driver::drag(const std::string& label, float from, float to) {
  const Seen seen = find(label);
  const float width = seen.max.x - seen.min.x;
  mouse_ = {seen.min.x + width * from, (seen.min.y + seen.max.y) / 2};
  frames(2);
  down_ = true;
  frames(1);
  mouse_.x = seen.min.x + width * to;
  frames(2);
  down_ = false;
  frames(2);
}

void Driver::drop(const std::string& path) {
  window_->drop({path});
  frames(2);
}

void Driver::close() {
  window_->ask_to_close();
  frames(3);
}

bool Driver::rests() {
  for (int i = 0; i < 4; ++i) {
    window_->wait(0);
    turn();
  }
  return studio_->patience() < 0 && !workspace().analyses.busy();
}

void Driver::picture(const std::string& name) {
  window_->photograph({0, 0}, {1e6f, 1e6f}, [&](int width, int height, const std::vector<uint8_t>& rgb) {
    std::filesystem::create_directories(HEED_SCREENSHOTS_DIR);
    std::ofstream(HEED_SCREENSHOTS_DIR "/" + name + ".png", std::ios::binary) << png(width, height, rgb);
  });
  frames(1);
}

}  // namespace heed::test

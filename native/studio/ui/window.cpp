#include "native/studio/ui/window.h"

// GLFW first: it brings the OpenGL header.
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <utility>

#include "engine/session/error.h"

namespace heed::studio {
namespace {

constexpr int kSettle = 3;  // frames after an event

// Since wait() returned last: a message that comes while the last frames are drawn has its own.
std::atomic<bool> woken = false;

std::string last_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? "no reason was given" : text;
}

GLFWwindow* open(const std::string& title, int width, int height) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  GLFWwindow* window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window != nullptr) return window;
  const std::string reason = last_error();
  glfwTerminate();
  fail("[window] OpenGL 3.2 could not be opened: ", reason,
       ". A newer graphics driver or Mesa's software renderer (LIBGL_ALWAYS_SOFTWARE=1) is needed.");
}

}  // namespace

Window::Window(const std::string& title, int width, int height) {
#ifdef GLFW_PLATFORM  // since 3.4 Wayland is tried, too, which complains by itself where there is no session
  if (std::getenv("XDG_RUNTIME_DIR") == nullptr) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
  if (glfwInit() != GLFW_TRUE)
    fail("[window] no display could be opened: ", last_error(),
         ". Start the studio in a graphical session, or use `heed` in a terminal.");
  handle_ = open(title, width, height);
  glfwMakeContextCurrent(handle_);
  glfwSwapInterval(1);
  glfwSetWindowSizeLimits(handle_, 720, 480, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwSetWindowUserPointer(handle_, this);
  glfwSetDropCallback(handle_, [](GLFWwindow* window, int count, const char** paths) {
    static_cast<Window*>(glfwGetWindowUserPointer(window))->drop({paths, paths + count});
  });
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // what is to be kept is in Settings
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigInputTextCursorBlink = false;  // an idle window draws nothing
  ImGui_ImplGlfw_InitForOpenGL(handle_, true);
  ImGui_ImplOpenGL3_Init("#version 150");
}

Window::~Window() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(handle_);
  glfwTerminate();
}

void Window::wait(double seconds) {
  if (settling_ > 0) {
    --settling_;
    glfwPollEvents();
    if (woken.exchange(false)) settling_ = kSettle - 1;
    return;
  }
  if (seconds < 0)
    glfwWaitEvents();
  else
    glfwWaitEventsTimeout(seconds);
  woken = false;
  settling_ = kSettle - 1;
}

void Window::wake() {
  woken = true;
  glfwPostEmptyEvent();
}

void Window::frame(const std::function<void()>& draw) {
  if (fonts_.update(scale * density())) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    ImGui::GetIO().FontDefault = fonts_.body();  // the one before is gone
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  if (inject) inject();
  ImGui::NewFrame();
  draw();
  ImGui::Render();
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle_, &width, &height);
  glViewport(0, 0, width, height);
  const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(background);
  glClearColor(colour.x, colour.y, colour.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (drawn) drawn(width, height);
  if (wanted_) take_photograph(width, height);
  glfwSwapBuffers(handle_);
}

void Window::photograph(ImVec2 min, ImVec2 max, Photograph taken) {
  from_ = min;
  to_ = max;
  wanted_ = std::move(taken);
  wake();
}

void Window::take_photograph(int width, int height) {
  const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;
  const int left = std::max(0, static_cast<int>(from_.x * pixels.x)),
            top = std::max(0, static_cast<int>(from_.y * pixels.y));
  const int right = static_cast<int>(std::min<float>(static_cast<float>(width), to_.x * pixels.x));
  const int bottom = static_cast<int>(std::min<float>(static_cast<float>(height), to_.y * pixels.y));
  const Photograph taken = std::exchange(wanted_, nullptr);
  if (right <= left || bottom <= top) return;
  std::vector<uint8_t> rgb(static_cast<size_t>(right - left) * static_cast<size_t>(bottom - top) * 3);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(left, height - bottom, right - left, bottom - top, GL_RGB, GL_UNSIGNED_BYTE, rgb.data());
  taken(right - left, bottom - top, rgb);
}

bool Window::close_asked() const {
  return glfwWindowShouldClose(handle_) == GLFW_TRUE;
}

void Window::ask_to_close() {
  glfwSetWindowShouldClose(handle_, GLFW_TRUE);
}

void Window::keep_open() {
  glfwSetWindowShouldClose(handle_, GLFW_FALSE);
}

std::vector<std::string> Window::take_dropped() {
  return std::exchange(dropped_, {});
}

void Window::drop(std::vector<std::string> paths) {
  dropped_ = std::move(paths);
}

void Window::size(int* width, int* height) const {
  glfwGetWindowSize(handle_, width, height);
}

void Window::resize(int width, int height) {
  glfwSetWindowSize(handle_, width, height);
}

float Window::density() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(handle_, &x, &y);
  return std::clamp(std::max(x, y), 0.5f, 4.0f);
}

}  // namespace heed::studio

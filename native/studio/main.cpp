// heed-studio: train, watch, explore and compare in a window. Exit status: 0 closed; 1 no window could be
// opened; 2 the command line cannot be understood.
#include <csignal>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <thread>

#include "native/studio/studio.h"

namespace {

constexpr const char* kUsage =
    "heed-studio [PATH…]\n"
    "Opens the desktop app, with a model folder or a data file if one is given.\n";

// SIGTERM and SIGINT, of a log-out for instance, as a wish: the window is left as by its button, without a
// question.
class Ending {
 public:
  Ending() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);  // in all threads that begin later, too
    std::thread([this] {
      int signal = 0;
      sigwait(&signals_, &signal);
      signal_ = signal;
      heed::studio::Window::wake();
    }).detach();
  }
  int signal() const { return signal_; }  // 0: none came

 private:
  sigset_t signals_{};
  std::atomic<int> signal_{0};
};

int run(int argc, char** argv) {
  using namespace heed::studio;
  static Ending ending;
  std::string problem;
  Settings settings = Settings::load(&problem);
  Window window("Heed Studio", settings.width, settings.height);
  Studio studio(window, std::move(settings));
  studio.workspace().notice.problem = problem;
  window.drop({argv + 1, argv + argc});
  do window.wait(studio.patience());
  while (ending.signal() == 0 && studio.turn());
  if (ending.signal() == 0) return 0;
  studio.leave();
  return 128 + ending.signal();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0)) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  if (argc > 1 && argv[1][0] == '-') {
    std::fprintf(stderr, "heed-studio: there is no option %s.\n%s", argv[1], kUsage);
    return 2;
  }
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "heed-studio: %s\n", error.what());
    return 1;
  }
}

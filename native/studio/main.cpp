// heed-studio: train, watch, explore and compare in a window. Exit status: 0 closed; 1 no window could be
// opened; 2 the command line cannot be understood.
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

#include "native/studio/ending.h"
#include "native/studio/studio.h"
#include "native/studio/terminal.h"

namespace {

constexpr const char* kUsage =
    "heed-studio [PATH…]\n"
    "Opens the desktop app, with a model folder or a data file if one is given.\n";

int run(int argc, char** argv) {
  using namespace heed::studio;
  const Ending ending;
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
    heed::studio::say_to_terminal("there is no option " + std::string(argv[1]) + ".");
    std::fputs(kUsage, stderr);
    return 2;
  }
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    heed::studio::say_to_terminal(error.what());
    return 1;
  }
}

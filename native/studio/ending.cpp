#include "native/studio/ending.h"

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <thread>

#include "native/studio/ui/window.h"

namespace heed::studio {
namespace {

std::atomic<int> received{0};

}  // namespace

Ending::Ending() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // in all threads that begin later, too
  std::thread([signals] {
    int signal = 0;
    sigwait(&signals, &signal);
    received = signal;
    Window::wake();
  }).detach();
}

int Ending::signal() const {
  return received;
}

}  // namespace heed::studio

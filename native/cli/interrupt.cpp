#include "native/cli/interrupt.h"

#include <csignal>

namespace heed::cli {

namespace {

volatile std::sig_atomic_t noted = 0;

void on_interrupt(int signal) {
  noted = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void note_signal(int signal) {
  std::signal(signal, on_interrupt);
}

bool interrupted() {
  return noted != 0;
}

int interrupted_status() {
  return 128 + (noted != 0 ? noted : SIGINT);
}

}  // namespace heed::cli

// Ctrl-C as a wish: what has been done is kept before the program ends.
#pragma once

namespace heed::cli {

constexpr int kInterrupted = 130;  // 128 + SIGINT, as shells have it

// From here on SIGINT, or SIGTERM, is noted; a second one ends the program at once.
void note_signal(int signal);
bool interrupted();

}  // namespace heed::cli

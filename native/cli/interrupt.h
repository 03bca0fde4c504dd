// Ctrl-C as a wish: what has been done is kept before the program ends.
#pragma once

namespace heed::cli {

// From here on SIGINT, or SIGTERM, is noted; a second one ends the program at once.
void note_signal(int signal);
bool interrupted();
// As shells have it: 128 + the signal that was noted; SIGINT's where there was none, since what ends for
// another reason ends as Ctrl-C would end it.
int interrupted_status();

}  // namespace heed::cli

// SIGTERM and SIGINT, of a log-out for instance, as a wish: the window is left as by its button, without a
// question.
#pragma once

namespace heed::studio {

class Ending {
 public:
  // Before any other thread begins: both signals are held back in all of them.
  Ending();
  int signal() const;  // 0: none came
};

}  // namespace heed::studio

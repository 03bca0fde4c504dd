// How far something has come, on standard error: one line that is redrawn on a terminal, a line now and then
// otherwise.
#pragma once

#include <chrono>
#include <string>

#include "engine/session/training/training.h"

namespace heed::cli {

class StatusLine {
 public:
  StatusLine();
  ~StatusLine() { end(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void show_training(const session::Progress& progress);
  void show_search(int64_t run, int64_t runs, const session::Progress& progress);
  void show_work(const std::string& work, int64_t done, int64_t total, const char* unit);
  void show_bytes(int64_t done, int64_t total);                      // total 0: not known
  void show_counted(int64_t done, int64_t total, const char* what);  // "12 of 365 texts", and how long yet
  void say(const std::string& line);                                 // a whole line, above the status
  void end();                                                        // leaves the cursor on a line of its own

 private:
  using Clock = std::chrono::steady_clock;

  // True when enough time has passed since the last one.
  bool due(double seconds);
  void draw(const std::string& line);

  bool terminal_;
  bool drawn_ = false;
  Clock::time_point last_;
  // The thing that is counted, and its first number: work that is resumed costs no time.
  std::string counted_;
  int64_t first_ = 0;
  Clock::time_point began_;
};

}  // namespace heed::cli

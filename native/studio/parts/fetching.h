// A public data set on its way to this machine.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "native/studio/parts/jobs.h"

namespace heed::studio {

class Fetching {
 public:
  explicit Fetching(Mailbox& mailbox) : mailbox_(mailbox), jobs_(mailbox) {}
  ~Fetching() { cancelled_ = true; }

  void begin(const std::string& set);  // from `from`, or else from where it is published
  void cancel() { cancelled_ = true; }
  bool going() const { return !set_.empty(); }
  const std::string& set() const { return set_; }  // that is fetched now

  int64_t done() const { return done_; }
  int64_t total() const { return total_; }
  double seconds() const;  // since it began

  std::string from;           // a folder or an address that is typed
  std::string problem, note;  // of the last one

 private:
  Mailbox& mailbox_;
  std::string set_;
  std::atomic<bool> cancelled_ = false;
  int64_t done_ = 0, total_ = 0;
  std::chrono::steady_clock::time_point began_;
  Jobs jobs_;  // last: its thread uses the others
};

}  // namespace heed::studio

// How far work has come that takes long before there is a first result.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace heed {

// `done` of `total` `unit` of what is being done: ("reading mails.csv", 1000, 20000, "bytes"). Called now and
// then; what it throws ends the work.
using WorkProgress =
    std::function<void(const std::string& work, int64_t done, int64_t total, const char* unit)>;

// Reports every 256th row of `total`, and the last one. `report` may be null.
class RowProgress {
 public:
  RowProgress(const WorkProgress& report, const char* work, size_t total)
      : report_(report), work_(work), total_(static_cast<int64_t>(total)) {}

  void next() {
    if (report_ && (++done_ % 256 == 0 || done_ == total_)) report_(work_, done_, total_, "rows");
  }

 private:
  const WorkProgress& report_;
  const char* work_;
  int64_t total_, done_ = 0;
};

}  // namespace heed

#include "native/studio/parts/fetching.h"

#include <stdexcept>

#include "engine/session/training/training.h"

namespace heed::studio {
namespace {

constexpr auto kBetween = std::chrono::milliseconds(50);  // two reports: nobody reads more

}  // namespace

void Fetching::begin(const std::string& set) {
  if (going()) return;
  set_ = set;
  cancelled_ = false;
  done_ = total_ = 0;
  problem.clear();
  note.clear();
  began_ = std::chrono::steady_clock::now();
  auto work = [this, set, source = from]() -> Jobs::Apply {
    auto reported = std::chrono::steady_clock::now();
    const session::Fetched fetched = session::fetch(set, "", source, [&](int64_t done, int64_t total) {
      if (cancelled_) throw std::runtime_error("[" + set + "] was not fetched: nothing was put in place.");
      const auto now = std::chrono::steady_clock::now();
      if (now - reported < kBetween) return;
      reported = now;
      mailbox_.post([this, done, total] {
        done_ = done;
        total_ = total;
      });
    });
    return [this, fetched] {
      set_.clear();
      note = "It is in " + fetched.folder + ".";
      for (const std::string& remark : fetched.remarks) note += " " + remark;
    };
  };
  jobs_.run(work, [this](const std::string& message) {
    set_.clear();
    problem = message;
  });
}

double Fetching::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

}  // namespace heed::studio

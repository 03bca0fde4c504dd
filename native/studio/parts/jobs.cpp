#include "native/studio/parts/jobs.h"

#include <exception>

namespace heed::studio {

Jobs::Jobs(Mailbox& mailbox) : mailbox_(mailbox), thread_([this] { work(); }) {}

Jobs::~Jobs() {
  ending_ = true;
  {
    const std::lock_guard lock(mutex_);
    jobs_.clear();
  }
  changed_.notify_all();
  thread_.join();
}

void Jobs::run(Work work, Failed failed) {
  newest("", std::move(work), std::move(failed));
}

void Jobs::newest(const std::string& name, Work work, Failed failed) {
  {
    const std::lock_guard lock(mutex_);
    if (!name.empty())
      pending_ -= static_cast<int>(std::erase_if(jobs_, [&](const Job& job) { return job.name == name; }));
    jobs_.push_back({name, std::move(work), std::move(failed)});
  }
  ++pending_;
  changed_.notify_all();
}

void Jobs::work() {
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ending_ || !jobs_.empty(); });
      if (ending_) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    Apply apply;
    try {
      apply = job.work();
    } catch (const std::exception& error) {
      apply = [failed = job.failed, message = std::string(error.what())] { failed(message); };
    }
    mailbox_.post([this, apply] {
      --pending_;
      if (apply) apply();
    });
  }
}

}  // namespace heed::studio

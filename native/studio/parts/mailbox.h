// What other threads have to say to the interface: small functions, called between two frames.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace heed::studio {

class Mailbox {
 public:
  using Message = std::function<void()>;

  // `wake` ends the interface's waiting for events; called on the posting thread.
  explicit Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}

  // One that is not urgent is read with the next one that is, or with the window's next event.
  void post(Message message, bool urgent = true) {
    {
      const std::lock_guard lock(mutex_);
      messages_.push_back(std::move(message));
    }
    if (urgent) wake_();
  }

  // On the interface's thread.
  void deliver() {
    std::vector<Message> messages;
    {
      const std::lock_guard lock(mutex_);
      messages.swap(messages_);
    }
    for (const Message& message : messages) message();
  }

 private:
  std::function<void()> wake_;
  std::mutex mutex_;
  std::vector<Message> messages_;
};

}  // namespace heed::studio

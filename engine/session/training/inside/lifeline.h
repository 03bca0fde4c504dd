// A socket between rank 0 and each other rank, on which nothing is said until something goes wrong: MPI waits
// for ever for a process that is not there any more, but the system closes its sockets at once.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace heed::session {

class Lifeline {
 public:
  // Told by a thread of the lifeline's own.
  using Lost = std::function<void(const std::string& message)>;

  explicit Lifeline(Lost lost);                               // of rank 0
  Lifeline(const std::string& address, int rank, Lost lost);  // of another; slack where rank 0 is not reached
  ~Lifeline();  // without leave() the others take this rank for lost
  Lifeline(const Lifeline&) = delete;
  Lifeline& operator=(const Lifeline&) = delete;

  std::string address() const;           // of rank 0
  void give_up(const std::string& why);  // of another: for rank 0 to say
  void leave();                          // nobody is missed from here on

 private:
  struct Peer {
    int socket = -1;
    std::string said;
  };
  void watch();
  void welcome();
  void bury(const Peer& peer);
  void end(bool orderly);

  Lost lost_;
  bool first_;          // rank 0
  std::string secret_;  // of those who may speak
  int door_ = -1;       // where rank 0 listens
  int port_ = 0;
  int wake_[2] = {-1, -1};  // a pipe: its end ends the watch
  std::atomic<bool> orderly_{false};
  std::vector<Peer> peers_;
  std::thread watcher_;
};

}  // namespace heed::session

// Processes that train one network together, on one machine or on several. What a rank sends to another under
// one tag arrives there in that order.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace heed {

class Ranks {
 public:
  // On its way; its bytes must stay where they are until it is done.
  class Message {
   public:
    virtual ~Message() = default;
    virtual bool done(bool wait) = 0;
  };

  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // At most kMost bytes. Tag 0 is that of the texts below.
  virtual std::unique_ptr<Message> send(int to, int tag, const void* bytes, size_t count) = 0;
  virtual std::unique_ptr<Message> receive(int from, int tag, void* bytes, size_t count) = 0;
  static constexpr size_t kMost = size_t{1} << 30;

  // Texts of any bytes; these wait.
  void tell(int to, const std::string& text);
  std::string hear(int from);
  std::string from_first(const std::string& text = "");     // that of rank 0, on every rank
  std::vector<std::string> of_all(const std::string& own);  // by rank, on every rank; at most kMost bytes
};

}  // namespace heed

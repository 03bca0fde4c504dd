// A network that reads one text and writes another.
#pragma once

#include <memory>
#include <vector>

#include "engine/models/network.h"

namespace heed {

// What reads a text and writes another, token by token.
class SequenceDecoder {
 public:
  virtual ~SequenceDecoder() = default;

  // One source that has been read, and what has been written of its target.
  class Decoding {
   public:
    virtual ~Decoding() = default;
    virtual std::unique_ptr<Decoding> copy(const Context&) const = 0;
  };
  virtual std::unique_ptr<Decoding> read(Context&, const std::vector<int32_t>& source) const = 0;
  // Scores [1, V] of what comes after this token, which is written behind those before.
  virtual Tensor next(Context&, Decoding&, int32_t id) const = 0;

  // Tokens of a target, with the one that it begins with.
  virtual int64_t max_written() const = 0;
};

class SequenceNetwork : public Network, public SequenceDecoder {
 public:
  // forward() takes sentences and their targets: [M, V], what comes after each token of the targets.
  Output output() const override { return Output::kTarget; }
  // Whether forward() has all attention pass through the trace at once: where no step looks with what the one
  // before it has seen.
  virtual bool looks_at_once() const { return true; }

 protected:
  using Network::Network;
};

}  // namespace heed

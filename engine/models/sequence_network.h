// A network that reads one text and writes another.
#pragma once

#include <memory>
#include <vector>

#include "engine/models/network.h"

namespace heed {

class SequenceNetwork : public Network {
 public:
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

  // forward() takes sentences and their targets: [M, V], what comes after each token of the targets.
  Output output() const override { return Output::kTarget; }

 protected:
  using Network::Network;
};

}  // namespace heed

// Keys and values of the tokens that a layer has read of one text, so that the next token attends to them
// without their being computed again (key-value cache).
#pragma once

#include <string>
#include <vector>

#include "engine/autograd/context.h"

namespace heed::nn {

class KeyValues {
 public:
  struct Rows {
    Variable keys, values;  // [length, ·], until the next append()
  };
  // Puts k and v [T, ·] behind those that are there, and returns all. They are copied to the device's own
  // memory, which grows by doubling.
  Rows append(const Context&, const Variable& k, const Variable& v);
  int64_t length() const { return length_; }
  // Apart from this one: each may go on by itself.
  KeyValues copy(const Context&) const;
  // Forgets what stands behind the first `length` tokens.
  void cut(int64_t length) { length_ = std::min(length_, length); }

 private:
  void make_room(const Context&, int64_t rows, const Tensor& k, const Tensor& v);

  Tensor keys_, values_;  // [room, ·]
  int64_t length_ = 0;
};

// k and v go behind `past`, and all that is there by then is what `plan` looks at, or as much of it as its
// window holds: the next rows of one text, all of it or a single token. Error naming `layer` for several that
// follow others.
KeyValues::Rows extend(const Context&, KeyValues& past, const Variable& k, const Variable& v,
                       AttentionPlan& plan, const std::string& layer);

// Keys and values of each layer of a network.
using Past = std::vector<KeyValues>;

}  // namespace heed::nn

// A network that reads from left to right and says of each token which one comes next.
#pragma once

#include "engine/models/network.h"
#include "engine/nn/key_values.h"

namespace heed {

class CausalNetwork : public Network {
 public:
  // States [N, D] of the last layer. With `past`, which has a place for each of layers(), `batch` is one text
  // or the token that follows what `past` has read; `past` has read it then.
  virtual Variable states(Context& ctx, const TextBatch& batch, nn::Past* past = nullptr) const = 0;
  // Scores [N, V] of what comes next. Of an earlier layer's states: what the network would say if it ended
  // there (the logit lens, nostalgebraist 2020).
  virtual Variable scores(Context& ctx, const Variable& states) const = 0;
  virtual size_t layers() const = 0;

  Variable forward(Context& ctx, const TextBatch& batch) const override {
    const Variable all = states(ctx, batch);
    return scores(ctx, batch.places.defined() ? embedding(ctx, all, batch.places) : all);
  }
  Output output() const override { return Output::kNext; }

 protected:
  using Network::Network;
};

}  // namespace heed

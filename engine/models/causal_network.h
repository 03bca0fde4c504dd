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
  // The anatomy of layers that are normalised first, under the names of nn's layers.
  Anatomy writer_anatomy(double epsilon, bool tied) const {
    Anatomy a = Network::anatomy();
    a.inputs = {"embeddings.words.weight"};
    const auto count = static_cast<int64_t>(layers());
    describe_layers(a, "decoder.", count, count);
    a.layer_states = numbered("decoder.", count);
    a.states = "decoder.norm.weight";
    a.pre_norm = true;
    a.final_norm = "decoder.norm";
    a.epsilon = epsilon;
    a.scored_by = tied ? "embeddings.words.weight" : "out.weight";
    return a;
  }
};

}  // namespace heed

// One layer of a transformer that reads one text and writes another (Vaswani et al. 2017, section 3.1). Of an
// encoder: self-attention, feed-forward. Of a decoder: self-attention to what is written so far, attention to
// what the encoder has made of the source, feed-forward. Each part f is normalised after the sum,
//   x ← LayerNorm(x + f(x))
// or before it, x ← x + f(LayerNorm(x)). Queries, keys and weights pass through the trace as
// "<name>.attention.q", ".k" and ".weights", those that look at the source as "<name>.cross.…". With
// ctx.recompute a layer keeps its input alone for the way back.
#pragma once

#include <optional>
#include <string>

#include "engine/nn/key_values.h"
#include "engine/nn/layers.h"

namespace heed::nn {

struct SequenceSizes {
  int64_t D = 0;             // width of the states
  int64_t heads = 1;         // H, which share D
  int64_t feed_forward = 0;  // F
  Activation activation = Activation::kRelu;
  bool norm_first = false;
  double epsilon = 1e-5;         // of the layer norms
  double attention_dropout = 0;  // of the weights
  double dropout = 0;            // of what is added to the residual stream
  Parameters::Start start;       // of the first weights
};

// Keys and values that a decoder layer makes of the encoder's states, once for a source.
struct ReadSource {
  Variable keys, values;  // [N, D]
  Spans texts;
};

class SequenceLayer {
 public:
  enum class Kind { kEncoder, kDecoder };
  SequenceLayer(Parameters&, const std::string& name, const SequenceSizes&, Kind);

  // Of an encoder: x [N, D] to [N, D].
  Variable operator()(Context&, const Variable& x, const Spans& texts) const;
  // Of a decoder: x [M, D], text b attends to text b of the source. With `written`, x is the next token of
  // one text, or all of it.
  Variable operator()(Context&, const Variable& x, const Spans& texts, const ReadSource& source,
                      KeyValues* written = nullptr) const;
  // `states` [N, D] of the encoder.
  ReadSource read(Context&, const Variable& states, const Spans& texts) const;

  std::string name;

 private:
  struct Attention {
    Attention(Parameters&, const std::string& name, const SequenceSizes&);
    std::string name;
    Linear query, key, value, out;
  };
  Variable encoded(Context&, const Variable& x, const Spans& texts) const;
  Variable decoded(Context&, const Variable& x, const Spans& texts, const ReadSource& source,
                   KeyValues* written) const;
  Variable projected(Context&, const Linear&, const Variable& x) const;
  Variable self(Context&, const Variable& x, const Spans& texts, bool causal, KeyValues* written) const;
  Variable look(Context&, const Variable& x, const Spans& texts, const ReadSource& source) const;
  Variable fed_forward(Context&, const Variable& x) const;
  // x with what part(x) says of it.
  template <class Part>
  Variable around(Context&, const LayerNorm& norm, const Variable& x, const Part& part) const;

  SequenceSizes sizes_;
  double scale_;  // 1 / √K
  Attention attention_;
  LayerNorm attention_norm_;
  std::optional<Attention> cross_;
  std::optional<LayerNorm> cross_norm_;
  Linear in_, out_;
  LayerNorm feed_forward_norm_;
};

}  // namespace heed::nn

// The residual stream of a transformer (Elhage et al. 2021), unrolled: a state as a sum of what was written
// into it. Every norm is replaced by the affine map that it was for the state it saw (affine_norm.h). Each
// part y of that state counts as w ⊙ (y - mean y) / s, or as w ⊙ y / s under RMSNorm, and the norm's bias is
// a term of its own. A constant that a LayerNorm removes therefore adds to no term.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/explain/pass.h"

namespace heed::explain {

struct StreamTerm {
  // "word", "position", "segment", "embeddings.norm", "embeddings.bias", "layer.0.head.1",
  // "layer.0.attention.bias", "layer.0.attention.norm", "layer.0.feed_forward", "layer.0.feed_forward.bias",
  // "layer.0.feed_forward.norm", "norm"; norms stand for their biases
  std::string name;
  int token = -1;              // where it comes from; -1: a constant
  std::vector<double> values;  // [K], along each direction
};

// Terms of Σ over rows of direction · state, for K directions per row of the last states: row r of the text
// to a matrix [K, D]. In the order in which they were written; heads have a term per source token.
std::vector<StreamTerm> unroll(const Subject& subject, const EncodedText& text,
                               const std::map<int64_t, Matrix>& directions);

// The network's weights as numbers, each read once for all texts.
class StreamWeights {
 public:
  explicit StreamWeights(const Subject& subject) : subject_(subject) {}
  const Matrix& operator[](const std::string& name);  // empty where the network has none of this name

 private:
  const Subject& subject_;
  std::map<std::string, Matrix> read_;
};

// The same of a text of `tokens` tokens that has been read already: `pass` has the values of these points, of
// this text alone.
std::vector<std::string> stream_points(const Subject& subject);
std::vector<StreamTerm> unroll(const Subject& subject, const Pass& pass, int64_t tokens,
                               const std::map<int64_t, Matrix>& directions, StreamWeights& weights);

}  // namespace heed::explain

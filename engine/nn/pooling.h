// One vector for each sentence from the vectors h_n of its words. Attention pooling (Yang et al. 2016,
// section 2.2) scores every word, softmaxes the scores over the sentence, and adds up: c = Σ_n softmax(e)_n
// h_n. Scores pass through the trace as "<name>.scores" [N, 1], weights as "<name>.weights" [N].
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/nn/layers.h"

namespace heed::nn {

enum class PoolingKind {
  kLinear,    // e = w h + b
  kTanh,      // e = tanh(w h + b)
  kAdditive,  // e = v tanh(W h + b), as Bahdanau et al. 2015 and Yang et al. 2016 score
  kDot,       // e = q h / √D with a learned query q
  kLast,      // no attention: the state after the last word, of the reverse direction after the first
  kMean,      // no attention: the mean
};

// "linear", "tanh", "additive", "dot", "last" and "mean"; UsageError for another one.
std::vector<std::string> pooling_names();
PoolingKind pooling_kind(const std::string& name, const std::string& file);

struct Pooling {
  // `forward`: of the D columns, how many are read forwards.
  Pooling(Parameters&, const std::string& name, PoolingKind, int64_t D, int64_t forward);
  // h [N, D] to [B, D]; an empty sentence gives zeros.
  Variable operator()(Context&, const Variable& h, const Spans&) const;
  bool attends() const { return kind != PoolingKind::kLast && kind != PoolingKind::kMean; }

  std::string name;
  PoolingKind kind;
  int64_t forward;
  std::optional<Linear> hidden;  // of additive
  Variable score, bias;          // [1, D], [1]; score is q of dot and v of additive, which have no bias

 private:
  Variable weights(Context&, const Variable& h, const Spans&) const;
};

}  // namespace heed::nn

// What the mechanisms share: each is a file of its own here that defines its entry. A mechanism that has
// weights of its own names them "<name>.general.weight" and so on.
#pragma once

#include "engine/nn/layers.h"
#include "engine/nn/mechanism.h"

namespace heed::nn {

// Scores on their way to weights: divided by the temperature, traced, and written down as they look under the
// mask (-infinity where nothing is seen), if somebody watches.
class Scored : public Mechanism {
 public:
  Scored(std::string name, const MechanismOptions& options) : name_(std::move(name)), options_(options) {}

 protected:
  Variable scaled(Context&, const Variable& scores, double scale, const Spans& rows) const;
  // The plan's scores q·k / √K, K the width of a head; `rows` are the keys that each query sees.
  Variable scaled_dot(Context&, AttentionPlan plan, const Variable& q, const Variable& k,
                      const Spans& rows) const;
  Variable named(Context&, const Variable& weights) const;  // the last step of all
  // A number per row, if somebody watches: that which score and weight have in common wherever a weight is
  // not 0.
  void trace_threshold(Context&, const Variable& scores, const Variable& weights, const Spans& rows,
                       double (*threshold)(double score, double weight)) const;

  std::string name_;
  MechanismOptions options_;
};

// Makes a class derived from Mechanism with these arguments.
template <class M>
std::unique_ptr<Mechanism> make(Parameters&, const std::string& name, const MechanismOptions& o) {
  return std::make_unique<M>(name, o);
}
template <class M>
std::unique_ptr<Mechanism> make_with_weights(Parameters& parameters, const std::string& name,
                                             const MechanismOptions& o) {
  return std::make_unique<M>(parameters, name, o);
}
// dot.cpp: softmax(q·k / √K).
std::unique_ptr<Mechanism> make_scaled_dot(Parameters&, const std::string& name, const MechanismOptions&);

// The query times W: a weight [out, in] without a bias.
Variable add_weight(Parameters&, const std::string& name, int64_t out, int64_t in);

// Steps that most have.
inline constexpr MechanismStep kQuery{"q", "Query", "q", "q = W_q x + b_q", "query", "width", ""};
inline constexpr MechanismStep kKeys{"k", "Keys", "k", "k = W_k y + b_k", "key", "width", ""};
inline constexpr MechanismStep kValues{"v", "Values", "v", "v = W_v y + b_v", "key", "width", ""};
inline constexpr MechanismStep kProduct{"scores", "Scores", "e", "e = q·k", "query", "key", "@product"};
inline constexpr MechanismStep kBilinear{"scores", "Scores", "e", "e = q·W k", "query", "key", "@bilinear"};
inline constexpr MechanismStep kScale{"scaled", "Scale", "e′", "", "query", "key", "@scale"};
inline constexpr MechanismStep kMask{"masked", "Mask", "e′",   "e′ = -∞ where the query does not look",
                                     "query",  "key",  "@mask"};
inline constexpr MechanismStep kSoftmax{"weights", "Softmax", "α",       "α = softmax(e′)",
                                        "query",   "key",     "@softmax"};
inline constexpr MechanismStep kOutput{"output", "Weighted sum", "o",   "o_t = Σ_s α_ts v_s",
                                       "query",  "width",        "@sum"};

}  // namespace heed::nn

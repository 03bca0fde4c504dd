// The mechanisms, one file each; mechanism.h says what they have in common. A file that makes weights of its
// own names them: "<name>.general.weight" and so on.
#pragma once

#include "engine/nn/layers.h"
#include "engine/nn/mechanism.h"

namespace heed::nn {

using MechanismPointer = std::unique_ptr<Mechanism>;

// dot.cpp: softmax(q·k) and softmax(q·k / √K), K the width of a head.
MechanismPointer make_dot(Parameters&, const std::string& name, const MechanismOptions&);
MechanismPointer make_scaled_dot(Parameters&, const std::string& name, const MechanismOptions&);
// general.cpp: softmax(q·W k) (Luong et al. 2015, eq. 8).
MechanismPointer make_general(Parameters&, const std::string& name, const MechanismOptions&);
// additive.cpp: softmax(v·tanh(W q + U k + b)) (Bahdanau et al. 2015, A.1.2), and the same as Luong et al.
// write it: softmax(v·tanh(W [q; k])).
MechanismPointer make_additive(Parameters&, const std::string& name, const MechanismOptions&);
MechanismPointer make_concat(Parameters&, const std::string& name, const MechanismOptions&);
// local.cpp: general attention in a window around the query's own place, or around a place that is predicted
// (Luong et al. 2015, section 3.2).
MechanismPointer make_local_m(Parameters&, const std::string& name, const MechanismOptions&);
MechanismPointer make_local_p(Parameters&, const std::string& name, const MechanismOptions&);
// hard.cpp: one key, drawn from softmax(q·k / √K) (Xu et al. 2015, section 4.1).
MechanismPointer make_hard(Parameters&, const std::string& name, const MechanismOptions&);
// sparsemax.cpp: sparsemax(q·k / √K) (Martins & Astudillo 2016).
MechanismPointer make_sparsemax(Parameters&, const std::string& name, const MechanismOptions&);

// Scores on their way to weights, for those files: divided by the temperature, traced, and written down as
// they look under the mask (-infinity where nothing is seen), if somebody watches.
class Scored : public Mechanism {
 public:
  Scored(std::string name, const MechanismOptions& options) : name_(std::move(name)), options_(options) {}

 protected:
  Variable scaled(Context&, const Variable& scores, double scale, const Spans& rows) const;
  // The plan's scores q·k / √K, K the width of a head; `rows` are the keys that each query sees.
  Variable scaled_dot(Context&, AttentionPlan plan, const Variable& q, const Variable& k,
                      const Spans& rows) const;
  Variable named(Context&, const Variable& weights) const;  // the last step of all

  std::string name_;
  MechanismOptions options_;
};

// The query times W: a weight [out, in] without a bias.
Variable add_weight(Parameters&, const std::string& name, int64_t out, int64_t in);

}  // namespace heed::nn

// Attention mechanisms, interchangeable by name: how the queries and keys of a sentence become weights.
//
// All of them give flat weights [H, T, S] per sentence, from queries q [N, H·K] and keys k [M, H·K] that lie
// as an AttentionPlan says. Keys that a query may not see (causal, outside a window) get zero; a query that
// sees no key has zero weights, and a zero gradient. Activations on the way pass through the trace:
// "<name>.scores", "<name>.scaled", "<name>.masked", "<name>.weights", and what an entry's steps name beside.
//
// To add one: a file in nn/mechanisms/ that defines its MechanismEntry, and a line in engine/contents/
// everything.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/autograd/ops.h"
#include "engine/nn/mechanism_entry.h"
#include "engine/nn/parameters.h"

namespace heed::nn {

struct MechanismOptions {
  int64_t query = 0, key = 0;  // widths of what comes in, all heads together
  // additive, concat: of the layer under the tanh. 0: q and k come as its two summands already, made by
  // layers of the model.
  int64_t width = 0;
  int64_t heads = 1;
  double temperature = 1;        // scores are divided by it
  int64_t window = 2;            // local: D, keys up to this far from the centre
  std::optional<double> centre;  // local: of all queries, instead of t or the predicted p_t
};

class Mechanism {
 public:
  virtual ~Mechanism() = default;
  // The plan's `scale` is the mechanism's own business.
  virtual Variable weights(Context&, const AttentionPlan&, const Variable& q, const Variable& k) const = 0;
  bool normalised() const { return entry->traits.normalised; }

  const MechanismEntry* entry = nullptr;
};

std::unique_ptr<Mechanism> make_mechanism(const MechanismEntry&, Parameters&, const std::string& name,
                                          const MechanismOptions&);

// For models: those that work on the queries and keys a model makes. UsageError that lists the names for one
// that is not among them. `name`: of parameters and trace points.
std::vector<std::string> mechanism_names();
std::unique_ptr<Mechanism> make_mechanism(const std::string& mechanism, Parameters&, const std::string& name,
                                          const MechanismOptions&);
// None for "scaled-dot": models compute that one themselves, in one piece, and where it is the only one it
// need not be in the table.
std::unique_ptr<Mechanism> make_mechanism_beside_dot(const std::string& mechanism, Parameters&,
                                                     const std::string& name, const MechanismOptions&);

}  // namespace heed::nn

// Attention mechanisms, interchangeable by name: how the queries and keys of a sentence become weights.
//
// All of them give flat weights [H, T, S] per sentence, from queries q [N, H·K] and keys k [M, H·K] that lie
// as an AttentionPlan says. Keys that a query may not see (causal, outside a window) get zero; a query that
// sees no key has zero weights, and a zero gradient. Activations on the way pass through the trace:
// "<name>.scores", "<name>.scaled", "<name>.masked", "<name>.weights", and what each file names beside.
//
// mechanism_table() says which there are. Models ask make_mechanism_beside_dot(), of which there are two: the
// library's own (mechanism_table.cpp) looks into the table. The page's first module links
// mechanism_table_page.cpp before it, so that no mechanism is in that download but the one of the model that
// ships; opening a model with another one is an Error that names it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/autograd/ops.h"
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
  // Of the plan, `scale` is the mechanism's own business.
  virtual Variable weights(Context&, const AttentionPlan&, const Variable& q, const Variable& k) const = 0;
  virtual bool normalised() const { return true; }  // whether rows that see a key sum to 1
};

using MakeMechanism = std::unique_ptr<Mechanism> (*)(Parameters&, const std::string& name,
                                                     const MechanismOptions&);
struct MechanismEntry {
  const char* name;
  MakeMechanism make;
};
std::span<const MechanismEntry> mechanism_table();

// UsageError that lists the names for one that is not in the table. `name`: of parameters and trace points.
std::unique_ptr<Mechanism> make_mechanism(const std::string& mechanism, Parameters&, const std::string& name,
                                          const MechanismOptions&);
std::string mechanism_names();
// None for "scaled-dot": models compute that one themselves, in one piece.
std::unique_ptr<Mechanism> make_mechanism_beside_dot(const std::string& mechanism, Parameters&,
                                                     const std::string& name, const MechanismOptions&);

}  // namespace heed::nn

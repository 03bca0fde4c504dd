// Attention with several heads (Vaswani et al. 2017, section 3.2) over texts that lie one after the other:
//   out(softmax(q kᵀ / √K) v),  q = W_q x,  k = W_k y,  v = W_v y
// In self-attention y is x; in cross-attention y are the states of the text that is read. Queries and keys as
// they meet, and weights, pass through the trace as "<name>.q", "<name>.k" and "<name>.weights".
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/nn/key_values.h"
#include "engine/nn/layers.h"
#include "engine/nn/mechanism.h"
#include "engine/nn/norm.h"

namespace heed::nn {

struct AttentionSizes {
  int64_t D = 0;      // width of the states
  int64_t width = 0;  // H · K: of queries, all heads together; 0: D
  int64_t heads = 1;  // H
  // G: heads of keys and values, each for H / G heads of queries (Ainslie et al. 2023); 0: H.
  int64_t key_heads = 0;
  bool has_bias = true;      // queries, keys and values have one
  bool out_has_bias = true;  // what joins the heads has one
  // Each head of queries and keys is normed before it is turned (Dehghani et al. 2023, section 2).
  std::optional<NormSizes> head_norm = {};
  // Pointers, so that a module without such families links none of their code.
  // How heads of width K turn; null: as a whole (partial_rotary.h is another way).
  Variable (*turn)(Context&, const Variable& heads, int64_t K, const Spans&, const Tensor& angles) = nullptr;
  // How weights are made of scores with a soft cap, and that cap (capped_weights.h); null: by softmax.
  Variable (*capped)(Context&, const AttentionPlan&, double cap, const Variable& q,
                     const Variable& k) = nullptr;
  double cap = 0;
  bool causal = false;          // a token sees itself and those before it (section 3.2.3)
  int64_t reach = -1;           // a token sees so many to either side (Beltagy et al. 2020); less than 0: all
  double sharpness = 1;         // queries are multiplied by it
  double dropout = 0;           // share of the weights that is dropped
  PartStart start = {};         // first weights: of queries, keys and values; of what joins the heads
  Keep keep = Keep::kBFloat16;  // how the way back keeps what products alone read
  std::string mechanism = "scaled-dot";  // or another one that makes the weights (nn/mechanism.h)
  int64_t window = 2;                    // keys to either side of a local mechanism's centre
};

// Keys and values of a text that others look at.
struct ReadSource {
  Variable keys, values;  // [M, H·K]
  Spans texts;
};

// What a layer is told beside the states x [N, D].
struct Surroundings {
  Spans texts = {};    // whose tokens the rows of x are
  Tensor angles = {};  // rotary_angles() of their places (Su et al. 2021); undefined: heads are not turned
  // If not null, x is the next rows of one text: all of it, or the token that follows what `past` has read.
  KeyValues* past = nullptr;
  ReadSource source = {};  // of a decoder's layer: text b looks at text b of the source
};

// A copy is the same weights once more, under a name of its own for the trace.
struct Attention {
  Attention(Parameters&, const std::string& name, const AttentionSizes&);
  Variable operator()(Context&, const Variable& x, const Surroundings&) const;  // to itself: [N, D] to [N, D]
  // To the source. read() makes keys and values of its states [M, D], once for all that look at it.
  ReadSource read(Context&, const Variable& states, const Spans& texts) const;
  Variable look(Context&, const Variable& x, const Spans& texts, const ReadSource& source) const;

  std::string name;
  AttentionSizes sizes;
  Linear query, key, value, out;
  std::shared_ptr<const Mechanism> mechanism;  // none: scaled dot product
  std::optional<Norm> query_norm, key_norm;

 private:
  Variable project(Context&, const Linear&, const Variable& x) const;
  Variable queries(Context&, const Variable& x) const;
  Variable placed(Context&, const Variable& heads, const std::optional<Norm>&, const Surroundings&) const;
  Variable shared(Context&, const Variable& heads) const;
  Variable join(Context&, const AttentionPlan&, const Variable& q, const Variable& k,
                const Variable& v) const;
};

}  // namespace heed::nn

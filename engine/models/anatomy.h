// What explanations ask of a network beside what Network says of itself: where its words come in, what its
// logits are a sum of, how its layers lie. Points are names of the trace; what a layer makes is a point by
// the name of its weight (Context::point).
#pragma once

#include <string>
#include <vector>

#include "engine/kernels/elementwise.h"
#include "engine/nn/parameters.h"

namespace heed {

namespace nn {
struct TransformerLayer;
}

// A trace point that holds attention weights, flat [H, T, S] per text.
struct AttentionPoint {
  std::string name;  // "encoder.0.attention.weights"
  std::string kind;  // "self", "cross" or "pooling"
  int layer = 0;
  int64_t heads = 1;
  bool normalised = true;  // rows sum to 1
  // They are softmax(q kᵀ / √K) of the points "encoder.0.attention.q" and ".k": from those, which are much
  // smaller, a head can be computed when it is looked at.
  bool from_products = false;
  int64_t reach = -1;   // how far a query sees, as AttentionPlan has it
  bool causal = false;  // likewise

  // "encoder.0.attention.weights" and "q" → "encoder.0.attention.q"
  std::string beside(const char* point) const { return name.substr(0, name.rfind('.') + 1) + point; }
};

// A point that several layers may share the weights of: its nth record is meant.
struct PointOf {
  std::string name;
  int nth = 0;
};

// A layer of a transformer encoder.
struct LayerAnatomy {
  std::string weights;  // what the names of its weights begin with: "encoder.0"
  int nth = 0;          // how many layers before it have the same weights
};

// How the last states become one vector per text.
enum class Readout {
  kFirst,   // the first token's state
  kLast,    // the last token's
  kMean,    // their mean
  kPooled,  // as the map of attention pooling weighs them
};

// Between the vector that is read from a text's states and its logits: classifier · norm(f(dense · r)).
struct HeadAnatomy {
  std::string dense, norm;                    // what the names of their weights begin with; "": there is none
  Activation activation = Activation::kNone;  // f
};

struct Anatomy {
  // The rows of the network's tables of words, n-grams and phrases, [N, ·] each: what a word comes in as.
  // Positions and segments stay what they are.
  std::vector<std::string> inputs;
  // They are taken behind the norm that brings each to one length, as every layer does again with what it
  // reads: a vector counts in full however short it is, and zero is like none of them.
  bool inputs_of_one_length = false;
  std::vector<AttentionPoint> maps;
  // A map sums these vectors, [N, H·K] each. The weight [D, Σ H·K], where there is one, multiplies the sums
  // next; vectors that it has no columns for are added as they are.
  struct Summed {
    std::vector<PointOf> values;
    std::string out;
  };
  std::vector<Summed> summed;
  // Points from which on the logits are linear as long as the maps are held: votes × attention, state ×
  // weight. None: they are not.
  std::vector<std::string> additive;
  bool sums_phrases = false;  // a word's phrases add up, instead of sharing one vote
  Readout readout = Readout::kMean;
  // Behind each layer, [N, D]: what activation patching takes from another text. None: words and their votes
  // are all there is.
  std::vector<std::string> layer_states;

  // Transformer encoders.
  std::vector<LayerAnatomy> layers;
  std::string states;  // the point of the last states, behind the last norm
  HeadAnatomy head;
  bool pre_norm = false;                    // x + f(norm(x)) instead of norm(x + f(x))
  std::string final_norm = "encoder.norm";  // behind the last layer, of pre_norm
  double epsilon = 1e-12;                   // of the norms
  std::string scored_by;  // of a writer: the rows that states are held against, one per token
  bool centred = true;    // norms take the mean away of what layers add; not RMSNorm
  // Whether layers add to what they read, as residual connections do.
  bool residual() const { return !layers.empty(); }

  // Padding is read as if it were words: sentences of unequal length may not share a batch.
  bool reads_padding = false;
};

std::vector<std::string> map_names(const Anatomy& anatomy);  // their points; none where nothing attends
// The maps of the layers' self-attention. `from_products` as AttentionPoint has it.
std::vector<AttentionPoint> self_attention(const std::vector<nn::TransformerLayer>& layers,
                                           bool from_products);
// The tables of words, n-grams and phrases that are there.
std::vector<std::string> word_tables(const Parameters& parameters);
// "encoder.0.states", "encoder.1.states" …
std::vector<std::string> numbered(const std::string& before, int64_t count, const std::string& behind = "");
// Layers of a transformer, "encoder.0" …, and what their maps sum. `groups` sets of weights are shared out.
void describe_layers(Anatomy& anatomy, const std::string& before, int64_t layers, int64_t groups);

}  // namespace heed

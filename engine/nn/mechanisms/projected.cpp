// Scaled dot product of queries, keys and values that layers make of the vectors, as models have it inside.
#include "engine/nn/mechanisms/mechanisms.h"

namespace heed::nn {

extern constinit const MechanismEntry kTrainable{
    "trainable",
    "Trainable",
    "α = softmax(W_q x · W_k y / √K), o = Σ α W_v y",
    "Three linear layers learn what a word looks for, what it can be found by and what it passes on. Before "
    "training, they are random.",
    "It learns three matrices of D × K and their biases, and multiplies each word by all three.",
    "Vaswani et al. 2017",
    {"width", "seed"},
    {.root = true, .projects = true, .projects_values = true, .side_by_side = false},
    {kQuery, kKeys, kValues, kProduct, kScale, kMask, kSoftmax, kOutput},
    make_scaled_dot};

extern constinit const MechanismEntry kMultiHead{
    "multi-head",
    "Multi-head",
    "o = W_o [o_1 … o_H], α_h = softmax(q_h·k_h / √K)",
    "Several small heads work side by side, each in its own space. So a word can attend to several words for "
    "different reasons.",
    "It costs as much as one wide head and learns four matrices.",
    "Vaswani et al. 2017",
    {"width", "heads", "seed"},
    {.root = true, .projects = true, .projects_values = true, .several_heads = true},
    {kQuery,
     kKeys,
     kValues,
     kProduct,
     kScale,
     kMask,
     kSoftmax,
     {"context", "Weighted sum", "[o_1 … o_H]", "o_h = Σ_s α_h v_h", "query", "width", "@sum"},
     {"output", "Heads joined", "o", "o = W_o [o_1 … o_H] + b_o", "query", "width", ""}},
    make_scaled_dot};

}  // namespace heed::nn

// The mechanisms as lists, help and the lab show them.
#include "engine/session/reading/attend.h"

namespace heed::session {

const std::vector<MechanismInfo>& mechanisms() {
  static const std::vector<MechanismInfo> kAll = {
      {"dot", "α = softmax(q·k)",
       "Luong's first form, without a single weight to learn; wide vectors make it choose one key and forget "
       "the "
       "others."},
      {"scaled-dot", "α = softmax(q·k / √K)",
       "The transformer's: one matrix product, and the root keeps scores of wide vectors from growing."},
      {"trainable", "α = softmax(W_q x · W_k y / √K), o = Σ α W_v y",
       "Scaled dot product of learned queries, keys and values: three products more, and it can learn what "
       "to "
       "look for."},
      {"general", "α = softmax(q·W k)",
       "Luong's form for translation: one learned matrix lets queries and keys live in different spaces."},
      {"additive", "α = softmax(v·tanh(W q + U k + b))",
       "Bahdanau's, the first: a small network scores each pair, T·S times a tanh, which is slow on long "
       "texts."},
      {"concat", "α = softmax(v·tanh(W [q; k]))",
       "Luong's way to write additive attention: one matrix over both vectors side by side; the cost is the "
       "same."},
      {"additive-positionwise", "α = softmax(w·tanh(W_q x_s + W_k y_s + b))",
       "Adds query s to key s, so both need the same length, and there is one row of weights for the whole "
       "query."},
      {"multi-head", "o = W_o [o_1 … o_H], α_h = softmax(q_h·k_h / √K)",
       "Several small attentions side by side, each free to look elsewhere, for the cost of one wide one."},
      {"local-m", "α = softmax(q·W k) for |s - t| ≤ D",
       "Looks at a few keys around the query's own place: cheap for long texts of similar order."},
      {"local-p", "α = softmax(q·W k) · exp(-(s - p_t)² / 2σ²), p_t = S sigmoid(v_p·tanh(W_p q))",
       "Predicts where to look and weighs near keys more; rows do not sum to 1."},
      {"hard", "s ~ softmax(q·k / √K), o = v_s",
       "Looks at one key, drawn at random: cheap to read out, but learning needs REINFORCE, which is noisy."},
      {"sparsemax", "α = sparsemax(q·k / √K)",
       "Softmax that can say zero: few keys get all the weight; it needs a sort per row."},
  };
  return kAll;
}

SentencePair example_pair() {
  return {"Maria lent Peter her lamp because his was broken",
          "Peter thanked Maria and promised that he would bring her lamp back"};
}

}  // namespace heed::session

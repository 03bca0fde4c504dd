// Objects of explanations and of their faithfulness.
#include "engine/session/door/message_types.h"

namespace heed::session {

using Types = std::vector<MessageType>;

const Types& explained_types() {
  static const Types kTypes = {
      {"Explained",
       "Why a model says what it says.",
       {{"contributions", "ScoreSum[]", "One for each class; none of a text without tokens."},
        {"attributions", "Attributed[]", "One for each method."},
        {"edited?", "EditedText", "Where edits were given: all of this is of its tokens."},
        {"patched?", "Patched", "Where patching was asked for."}}},
      {"Patched",
       "A class's score with one state of another text in its place: activation patching.",
       {{"class", "text"},
        {"layers", "whole[]"},
        {"scores", "real[][]", "Of each layer, by the token whose state is the other text's."},
        {"score", "real", "As it is."},
        {"of_other", "real", "Of the other text."}}},
      {"ScoreSum",
       "A class's score as a sum: terms + bias = sum.",
       {{"class", "text"},
        {"bias", "real"},
        {"sum", "real"},
        {"logit", "real", "The score: the sum, and the remainder where there is one."},
        {"remainder?", "real", "What rounding to 8 bits leaves over."},
        {"terms", "ScoreTerm[]", "One for each token."},
        {"components", "ScorePart[]", "The same sum by what wrote it."}}},
      {"ScoreTerm", "", {{"token", "whole"}, {"value", "real"}, {"parts?", "ScorePart[]"}}},
      {"ScorePart",
       "",
       {{"part", "text", "word, n-grams, phrase, state, layer.0.head.1, …"},
        {"text?", "text", "Of a phrase."},
        {"value", "real"}}},
      {"Attributed",
       "What one method says of each token.",
       {{"method", "text"},
        {"values", "real[]"},
        {"gap", "real | null", "What the values lack of the sum that they are to have."},
        {"class?", "text", "Where the method asks for one."},
        {"against?", "text"},
        {"steps?", "whole", "Of integrated gradients."}}},
      {"EditedText",
       "What a text under edits is said to be.",
       {{"edits", "text[]"},
        {"tokens", "text[]"},
        {"classes", "ClassProbability[]"},
        {"prediction", "ClassProbability | null"},
        {"values?", "LabelledValue[]", "The values of a regression model, which has no classes."}}}};
  return kTypes;
}

const Types& faithfulness_types() {
  static const Types kTypes = {
      {"Faithfulness",
       "Whether the attention to a text explains the answer.",
       {{"class", "text", "That is predicted."},
        {"tokens", "whole[]", "Places of those that agreement is about."},
        {"attention", "real[]", "That each of them gets, shares."},
        {"gradient", "Agreement", "With |x · ∂p/∂x|, the maps held."},
        {"leave_one_out", "Agreement", "With how far leaving each out moves the probabilities."},
        {"evenness", "real", "Of the last map's rows: entropy / log n, on average."},
        {"even_rows", "real", "The share of rows where that is above 0.95."}}},
      {"Agreement",
       "Of attention with another measure.",
       {{"tau", "real | null", "Kendall's; null where one of them is the same for all tokens."},
        {"p", "real | null"},
        {"same_first", "flag", "Both have one token first."},
        {"values", "real[]", "Of that measure."}}},
      {"MapExperiments",
       "What other attention does to the answer, where it was wanted. Probabilities move by ½ Σ |p - p'|.",
       {{"even?", "EvenMap"},
        {"permutations?", "PermutedMaps"},
        {"adversarial?", "AdversarialMap"},
        {"erased?", "WordsErased[]"},
        {"silenced?", "WeightsSilenced[]"}}},
      {"EvenMap", "", {{"moved", "real"}, {"class", "text", "That is predicted then."}}},
      {"PermutedMaps",
       "",
       {{"largest_weight", "real", "Of the model's own."}, {"moved", "real[]", "By each."}}},
      {"AdversarialMap",
       "The map furthest from the model's own that moves probabilities by at most 0.05.",
       {{"js", "real", "Jensen-Shannon divergence in nats, at most ln 2."},
        {"moved", "real"},
        {"attended", "real[]", "What each token of the text gets of the model's own, shares."},
        {"attended_adversarially", "real[]"}}},
      {"WordsErased",
       "",
       {{"method", "text", "Or random."},
        {"comprehensiveness", "real[]", "Without the first 1, 5, 10, 20 and 50 % of the words."},
        {"sufficiency", "real[]", "With them alone."}}},
      {"WeightsSilenced",
       "",
       {{"order", "text"},
        {"keys", "whole", "That were silent when the answer turned."},
        {"share", "real", "Of all; 1 where it never did."},
        {"turned", "flag"}}}};
  return kTypes;
}

}  // namespace heed::session

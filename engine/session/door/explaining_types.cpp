// The objects of explanations and of faithfulness.
#include "engine/session/door/message_types.h"

namespace heed::session {

using Types = std::vector<MessageType>;

const Types& explained_types() {
  static const Types kTypes = {
      {"Explained",
       "The reasons for a model's answer.",
       {{"contributions", "ScoreSum[]", "One sum for each class; none if the text has no tokens."},
        {"attributions", "Attributed[]", "One result for each method."},
        {"edited?", "EditedText",
         "The edited run, if edits were given; all results then refer to its tokens."},
        {"patched?", "Patched", "The result of patching, if it was asked for."}}},
      {"Patched",
       "Activation patching: a class's score after one state was replaced by another text's.",
       {{"class", "text"},
        {"layers", "whole[]"},
        {"scores", "real[][]", "The score for each layer and each token whose state was replaced."},
        {"score", "real", "The score of the text itself."},
        {"of_other", "real", "The score of the other text."}}},
      {"ScoreSum",
       "The score of a class as a sum: terms + bias = sum.",
       {{"class", "text"},
        {"bias", "real"},
        {"sum", "real"},
        {"logit", "real", "The score: sum + remainder."},
        {"remainder?", "real", "The part of the score that rounding to 8 bits adds."},
        {"terms", "ScoreTerm[]", "One term for each token."},
        {"components", "ScorePart[]", "The same sum, split by the parts of the network."}}},
      {"ScoreTerm", "", {{"token", "whole"}, {"value", "real"}, {"parts?", "ScorePart[]"}}},
      {"ScorePart",
       "",
       {{"part", "text", "word, n-grams, phrase, state, layer.0.head.1, …"},
        {"text?", "text", "The words of a phrase."},
        {"value", "real"}}},
      {"Attributed",
       "The attribution of each token by one method.",
       {{"method", "text"},
        {"values", "real[]"},
        {"gap", "real | null", "The sum that the method promises, less the sum of the values."},
        {"class?", "text", "The class that is explained, if the method takes one."},
        {"against?", "text"},
        {"steps?", "whole", "The number of steps of integrated gradients."}}},
      {"EditedText",
       "The answer to a text under edits.",
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
       "Measures of whether attention explains the answer.",
       {{"class", "text", "The predicted class."},
        {"tokens", "whole[]", "The places of the tokens that are compared."},
        {"attention", "real[]", "The share of attention that each of these tokens receives."},
        {"gradient", "Agreement", "The agreement with |x · ∂p/∂x|, where maps are held."},
        {"leave_one_out", "Agreement",
         "The agreement with leave-one-out: the change of probabilities without the token."},
        {"evenness", "real", "The mean of entropy / log n over the rows of the last map."},
        {"even_rows", "real", "The share of rows whose entropy / log n is above 0.95."}}},
      {"Agreement",
       "The agreement of attention with another measure.",
       {{"tau", "real | null", "Kendall's tau; null if one measure is the same for all tokens."},
        {"p", "real | null"},
        {"same_first", "flag", "Both measures rank the same token first."},
        {"values", "real[]", "The other measure of each token."}}},
      {"MapExperiments",
       "The answer under other attention, for each experiment that was asked for. Probabilities move by "
       "½ Σ |p - p'|.",
       {{"even?", "EvenMap"},
        {"permutations?", "PermutedMaps"},
        {"adversarial?", "AdversarialMap"},
        {"erased?", "WordsErased[]"},
        {"silenced?", "WeightsSilenced[]"}}},
      {"EvenMap", "", {{"moved", "real"}, {"class", "text", "The class predicted from the even map."}}},
      {"PermutedMaps",
       "",
       {{"largest_weight", "real", "The largest weight of the model's own map."},
        {"moved", "real[]", "The change of probabilities by each permutation."}}},
      {"AdversarialMap",
       "The map furthest from the model's own that moves probabilities by at most 0.05.",
       {{"js", "real", "The Jensen-Shannon divergence of the maps in nats, at most ln 2."},
        {"moved", "real"},
        {"attended", "real[]", "The share that each token receives from the model's own map."},
        {"attended_adversarially", "real[]"}}},
      {"WordsErased",
       "",
       {{"method", "text", "The method that orders the words, or random."},
        {"comprehensiveness", "real[]",
         "The drop of probability without the first 1, 5, 10, 20 and 50 % of the words."},
        {"sufficiency", "real[]", "The drop of probability with these words alone."}}},
      {"WeightsSilenced",
       "",
       {{"order", "text"},
        {"keys", "whole", "The number of weights set to 0 when the answer changed."},
        {"share", "real", "Their share of all weights; 1 if the answer never changed."},
        {"turned", "flag"}}}};
  return kTypes;
}

}  // namespace heed::session

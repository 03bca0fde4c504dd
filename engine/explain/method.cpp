#include "engine/explain/method.h"

#include "engine/base/names.h"
#include "engine/explain/contributions.h"
#include "engine/explain/gradients.h"
#include "engine/explain/leave_one_out.h"
#include "engine/explain/rollout.h"
#include "engine/explain/subject_edits.h"
#include "engine/explain/value_norms.h"
#include "engine/explain/variants.h"

namespace heed::explain {
namespace {

Attribution contribution(const Subject& subject, const EncodedText& text, const Target& target) {
  const std::vector<Contributions> all = contributions(subject, text);
  const Contributions& of = all[static_cast<size_t>(target.label)];
  const Contributions* against = target.against ? &all[static_cast<size_t>(*target.against)] : nullptr;
  Attribution a;
  for (size_t n = 0; n < of.terms.size(); ++n)
    a.values.push_back(of.terms[n].value - (against ? against->terms[n].value : 0));
  a.gap = of.sum - of.logit - (against ? against->sum - against->logit : 0);
  return a;
}

Attribution by_gradient(const Subject& subject, const EncodedText& text, const Target& target) {
  return {gradient_input(subject, text, {target}).values, std::nullopt, 0};
}

Attribution by_held_gradient(const Subject& subject, const EncodedText& text, const Target& target) {
  return {gradient_input(subject, text, {target}, true).values, std::nullopt, 0};
}

Attribution by_integration(const Subject& subject, const EncodedText& text, const Target& target) {
  IntegratedGradients found = integrated_gradients(subject, text, target);
  return {std::move(found.values), found.gap, found.steps};
}

template <LeftOut how>
Attribution by_leaving_out(const Subject& subject, const EncodedText& text, const Target& target) {
  const LeaveOneOut left_out = leave_one_out(subject, text, how);
  const AnswerKind answers = subject.network.answers();
  const int64_t C = left_out.logits.columns;
  Attribution a;
  for (int64_t n = 0; n < left_out.logits.rows; ++n)
    a.values.push_back(score_of(target, left_out.original.data(), C, answers) -
                       score_of(target, left_out.logits.row(n), C, answers));
  return a;
}

Attribution by_attention(const Subject& subject, const EncodedText& text, const Target&) {
  return {attention_received(maps_of(subject, text)), std::nullopt, 0};
}

Attribution by_attention_gradient(const Subject& subject, const EncodedText& text, const Target& target) {
  return {attention_gradient(subject, text, {target}).values, std::nullopt, 0};
}

Attribution by_rollout(const Subject& subject, const EncodedText& text, const Target&) {
  return {rollout_received(subject, text), std::nullopt, 0};
}

Attribution by_flow(const Subject& subject, const EncodedText& text, const Target&) {
  return {flow_received(subject, text), std::nullopt, 0};
}

Attribution by_value_norm(const Subject& subject, const EncodedText& text, const Target&) {
  return {value_norm_received(subject, text), std::nullopt, 0};
}

constexpr MethodTraits kSlope{.gradient = true}, kErased{},
    kLooking{.is_signed = false, .per_class = false, .attention = true};

constexpr MethodEntry kMethods[] = {
    {"contribution",
     "Contribution",
     "z = Σ_n c_n + b",
     "It measures how much each word adds to the score of the class. Together with the bias, these parts sum "
     "to the score.",
     "It does not explain why the attention is as it is. A word’s state already contains information about "
     "its neighbours.",
     "Elhage et al. 2021",
     {.gradient = true, .adds_up = true},
     contribution},
    {"gradient-input", "Gradient × input", "c_n = x_n · ∂z/∂x_n",
     "It measures how the score would change if only the word's vector became a little shorter or longer.",
     "It sees only small changes near this sentence. If the model is sure, slopes are small.",
     "Shrikumar et al. 2016", kSlope, by_gradient},
    {"gradient-input-held", "Gradient × input, attention held", "c_n = x_n · ∂z/∂x_n, α constant",
     "It measures the same as gradient × input, but keeps the attention weights fixed.",
     "It misses the effect of a word on the attention weights.", "Jain & Wallace 2019", kSlope,
     by_held_gradient},
    {"integrated-gradients",
     "Integrated gradients",
     "c_n = (x_n - e_n) · ∫ ∂z/∂x_n along e + t·(x - e), t from 0 to 1",
     "It splits the difference between this score and the score of a sentence of empty words e into one part "
     "per word. The empty words are zeros, or masks if the model first normalises each vector. The parts sum "
     "to the difference, except for the gap.",
     "It follows only one path. The half-empty words on that path are words that the model has never seen.",
     "Sundararajan et al. 2017",
     {.gradient = true, .adds_up = true},
     by_integration},
    {"leave-one-out", "Leave one out", "c_n = z(text) - z(text without n)",
     "It measures how much the score falls without the word.",
     "It misses words that can replace each other. Without one of them nothing changes, so both get 0.",
     "Li et al. 2016", kErased, by_leaving_out<LeftOut::kRemoved>},
    {"leave-one-out-unknown", "Leave one out, unknown word",
     "c_n = z(text) - z(text with an unknown word at n)",
     "It measures how much the score falls if an unknown word takes the word's position.",
     "It misses words that can replace each other. The unknown word may also mean something to the model.",
     "Li et al. 2016", kErased, by_leaving_out<LeftOut::kUnknown>},
    {"leave-one-out-masked", "Leave one out, mask", "c_n = z(text) - z(text with a mask at n)",
     "It measures how much the score falls if a mask takes the word's position.",
     "It misses words that can replace each other. Classifiers have also rarely seen a mask.",
     "Li et al. 2016", kErased, by_leaving_out<LeftOut::kMasked>},
    {"attention", "Attention", "c_n = Σ_t mean_h α_tn",
     "It measures how much the last layer attends to the word (average over heads).",
     "It does not say whether the word matters. A word with much attention may count for nothing or against "
     "the class. The method depends on no class.",
     "Bahdanau et al. 2015", kLooking, by_attention},
    {"attention-gradient",
     "Attention × gradient",
     "c_n = Σ_h Σ_t α_tn ∂z/∂α_tn",
     "It measures how the score would change if the word got a little less attention in the last layer.",
     "It misses the word's other effects, through its neighbours' states and residual connections.",
     "Serrano & Smith 2019",
     {.gradient = true, .attention = true},
     by_attention_gradient},
    {"rollout", "Rollout", "Π_l (½ α_l + ½ I)",
     "It measures how much of the word reaches the final state, if layers only mixed words.",
     "It ignores values, signs and feed-forward layers, and depends on no class.", "Abnar & Zuidema 2020",
     kLooking, by_rollout},
    {"flow", "Flow", "maximum flow through ½ α_l + ½ I",
     "It measures the largest flow from the word to the final state, if the weights were pipes.",
     "It ignores the same things as rollout. Pipes that many words share also count in full for each word.",
     "Abnar & Zuidema 2020", kLooking, by_flow},
    {"value-norm", "Norm", "c_n = ‖Σ_h α_n f_h(x_n)‖",
     "It measures the length of the vector that the last layer takes from the word, without the mean that a "
     "LayerNorm removes.",
     "It does not say where the vector points: to any class, or to none.", "Kobayashi et al. 2020", kLooking,
     by_value_norm},
};

}  // namespace

std::span<const MethodEntry> methods() {
  return kMethods;
}

const MethodEntry& method_named(const std::string& name) {
  std::string known;
  for (const MethodEntry& method : kMethods) {
    if (name == method.name) return method;
    append_name(known, method.name);
  }
  fail<UsageError>("[explain] the method \"", name, "\" is unknown: expected one of ", known, ".");
}

namespace {

// Why it says nothing of a network under these edits.
std::string lacks_under(const std::string& name, const Subject& subject) {
  if (name == "contribution" && subject.edits->of_states() && subject.anatomy.residual())
    return "an edit takes a state of another text, which other words have written; all other methods remain";
  const std::string whole = name == "leave-one-out" ? subject.edits->needs_whole_text() : "";
  return whole.empty() ? ""
                       : "the edit " + whole +
                             " is of the whole text; leave-one-out-unknown and all other methods remain";
}

}  // namespace

std::string lacks(const MethodEntry& method, const Subject& subject, const EncodedText& text) {
  const std::string name = method.name;
  if (std::string why = subject.edits ? lacks_under(name, subject) : ""; !why.empty()) return why;
  if (method.traits.attention && subject.anatomy.maps.empty()) return "the model has no attention map";
  if (name == "leave-one-out-masked" && !subject.text.mask()) return "the vocabulary has no mask";
  if (name == "flow" && static_cast<int64_t>(text.ids.size()) > kMostFlowTokens)
    return "the text has more than " + std::to_string(kMostFlowTokens) + " tokens";
  return "";
}

}  // namespace heed::explain

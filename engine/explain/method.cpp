#include "engine/explain/method.h"

#include "engine/base/names.h"
#include "engine/explain/contributions.h"
#include "engine/explain/gradients.h"
#include "engine/explain/leave_one_out.h"
#include "engine/explain/rollout.h"
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
     "What each word adds to the class's score: votes × attention, state × weight, or what each head and "
     "layer has written. With the bias, the sum is the score.",
     "Why the attention is what it is: the maps are taken as they are, and a state already knows its "
     "neighbours.",
     "Elhage et al. 2021",
     {.gradient = true, .adds_up = true},
     contribution},
    {"gradient-input", "Gradient × input", "c_n = x_n · ∂z/∂x_n",
     "How the score would change if the word's vector were a little shorter or longer, everything else as it "
     "is.",
     "What happens far from the sentence as it is: where the answer is sure, slopes are small.",
     "Shrikumar et al. 2016", kSlope, by_gradient},
    {"gradient-input-held", "Gradient × input, attention held", "c_n = x_n · ∂z/∂x_n, α constant",
     "The same without the way through the attention weights.",
     "What a word does by drawing attention to itself or to others.", "Jain & Wallace 2019", kSlope,
     by_held_gradient},
    {"integrated-gradients",
     "Integrated gradients",
     "c_n = (x_n - e_n) · ∫ ∂z/∂x_n along e + t·(x - e), t from 0 to 1",
     "Each word's part of the difference between this score and that of a sentence of empty words e (zeros, "
     "or masks where the model brings each vector to one length first); the parts add up to it but for the "
     "gap.",
     "Anything beside that one path: half-empty words are no words that the model has ever seen.",
     "Sundararajan et al. 2017",
     {.gradient = true, .adds_up = true},
     by_integration},
    {"leave-one-out", "Leave one out", "c_n = z(text) - z(text without n)",
     "What the score loses when the word is not there.",
     "Words that stand in for each other: without either one nothing changes, and both get nothing.",
     "Li et al. 2016", kErased, by_leaving_out<LeftOut::kRemoved>},
    {"leave-one-out-unknown", "Leave one out, unknown word",
     "c_n = z(text) - z(text with an unknown word at n)",
     "What the score loses when the model does not know the word, its place kept.",
     "Words that stand in for each other; and the unknown word may mean something to the model.",
     "Li et al. 2016", kErased, by_leaving_out<LeftOut::kUnknown>},
    {"leave-one-out-masked", "Leave one out, mask", "c_n = z(text) - z(text with a mask at n)",
     "What the score loses when a mask hides the word, its place kept.",
     "Words that stand in for each other; and classifiers were seldom shown a mask.", "Li et al. 2016",
     kErased, by_leaving_out<LeftOut::kMasked>},
    {"attention", "Attention", "c_n = Σ_t mean_h α_tn",
     "How much the last layer looks at the word, heads averaged.",
     "Whether it matters: a word may be looked at and count for nothing, or against; no class is asked.",
     "Bahdanau et al. 2015", kLooking, by_attention},
    {"attention-gradient",
     "Attention × gradient",
     "c_n = Σ_h Σ_t α_tn ∂z/∂α_tn",
     "How the score would change if the word got a little less of the last layer's attention.",
     "What the word does beside that attention: in the states of its neighbours, by residual connections.",
     "Serrano & Smith 2019",
     {.gradient = true, .attention = true},
     by_attention_gradient},
    {"rollout", "Rollout", "Π_l (½ α_l + ½ I)",
     "How much of the word is in what the answer is read from, if layers only mixed.",
     "What is mixed: values, signs and feed-forward parts are not looked at, and no class is asked.",
     "Abnar & Zuidema 2020", kLooking, by_rollout},
    {"flow", "Flow", "maximum flow through ½ α_l + ½ I",
     "The most that could reach what the answer is read from, were the weights pipes.",
     "What flows, as rollout; and pipes that many words share count for each in full.",
     "Abnar & Zuidema 2020", kLooking, by_flow},
    {"value-norm", "Norm", "c_n = ‖Σ_h α_n f_h(x_n)‖",
     "How long the vector is that the last layer takes over from the word, without the mean that a LayerNorm "
     "removes.",
     "Where it points: it may speak for any class, or for none.", "Kobayashi et al. 2020", kLooking,
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

std::string lacks(const MethodEntry& method, const Subject& subject, const EncodedText& text) {
  const std::string name = method.name;
  if (method.traits.attention && subject.anatomy.maps.empty()) return "the model has no attention map";
  if (name == "leave-one-out-masked" && !mask_of(subject.text)) return "the vocabulary has no mask";
  if (name == "flow" && static_cast<int64_t>(text.ids.size()) > kMostFlowTokens)
    return "the text has more than " + std::to_string(kMostFlowTokens) + " tokens";
  return "";
}

}  // namespace heed::explain

// A bidirectional LSTM with attention: every attribution of every token against PyTorch.
#include "engine/explain/contributions.h"
#include "engine/explain/divergence.h"
#include "engine/explain/eraser.h"
#include "engine/explain/gradients.h"
#include "engine/explain/kendall.h"
#include "engine/explain/leave_one_out.h"
#include "engine/explain/other_maps.h"
#include "engine/explain/variants.h"
#include "tests/engine/explain/attribution_models.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

namespace {

struct Sentence {
  const Oracle& io;
  std::string name;
  EncodedText text;
  const Tensor& operator[](const std::string& what) const { return io[name + "." + what]; }
  int64_t predicted() const { return (*this)["predicted"].data<int64_t>()[0]; }
};

template <class Check>
void for_sentences(const Check& check_one) {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  for (const std::string name : {"s0", "s1", "s2"}) {
    CAPTURE(name);
    check_one(subject, Sentence{io, name, text_of(io.ids(name + ".ids"))});
  }
}

const std::vector<Target> kBoth{{0, std::nullopt, Target::Of::kLogit}, {1, std::nullopt, Target::Of::kLogit}};

// |x · ∂p/∂x| of the predicted class, divided by its sum.
std::vector<double> shares(const Subject& subject, const Sentence& s, bool held) {
  const Target target{s.predicted(), std::nullopt, Target::Of::kProbability};
  std::vector<double> values = gradient_input(subject, s.text, {target}, held).values;
  double sum = 0;
  for (double& value : values) sum += value = std::abs(value);
  for (double& value : values) value /= sum;
  return values;
}

void check_tau(const std::vector<double>& attention, const std::vector<double>& values, const Sentence& s,
               const std::string& with) {
  CAPTURE(with);
  const KendallTau found = kendall_tau(attention, values);
  CHECK(std::abs(found.tau - element(s["tau." + with + ".f64"], 0)) <= 1e-6);
  CHECK(std::abs(found.p - element(s["tau_p." + with + ".f64"], 0)) <= 1e-6);
}

void check_other(const Subject& subject, const Sentence& s, const std::string& what,
                 const std::vector<std::vector<double>>& maps) {
  CAPTURE(what);
  const OtherMaps found = with_maps(subject, s.text, maps);
  CHECK(apart(found.logits.values, s[what + ".logits"]) <= kForward);
  CHECK(absolute(found.tvd, s[what + ".tvd_output"]) <= 1e-6);
  CHECK(absolute(found.js_output, s[what + ".js_output.f64"]) <= 1e-6);
  CHECK(absolute(found.js_attention, s[what + ".js_attention.f64"]) <= 1e-6);
}

}  // namespace

TEST_CASE("PyTorch: gradient × input of an LSTM, through its attention and past it", "[oracle][explain]") {
  for_sentences([](const Subject& subject, const Sentence& s) {
    CHECK(apart(logits_of(subject, {s.text}).values, s["logits"]) <= kForward);
    const Matrix gradient = gradients_by(subject, s.text, kBoth, subject.anatomy.inputs).front();
    CHECK(apart(gradient.values, s["grad_embedding"]) <= kGradient);
    CHECK(apart(gradient_input(subject, s.text, kBoth).values, s["gradxinput"]) <= kGradient);
    CHECK(apart(gradient_input(subject, s.text, kBoth, true).values, s["gradxinput_fixed"]) <= kGradient);
    CHECK(apart(shares(subject, s, false), s["abs_gradxinput_full"]) <= kGradient);
    CHECK(apart(shares(subject, s, true), s["abs_gradxinput_fixed"]) <= kGradient);
  });
}

TEST_CASE("PyTorch: integrated gradients of an LSTM, and the gap that 50 steps leave", "[oracle][explain]") {
  for_sentences([](const Subject& subject, const Sentence& s) {
    std::vector<double> values, baselines, gaps;
    for (const Target& target : kBoth) {
      const IntegratedGradients found = integrated_gradients(subject, s.text, target, 50);
      values.insert(values.end(), found.values.begin(), found.values.end());
      baselines.push_back(found.baseline);
      gaps.push_back(found.gap);
    }
    CHECK(apart(values, s["ig"]) <= kGradient);
    CHECK(apart(baselines, s["ig_baseline_logits"]) <= kForward);
    CHECK(absolute(gaps, s["ig_gap"]) <= 1e-5);
    const IntegratedGradients found = integrated_gradients(subject, s.text, {1, 0});
    CHECK(std::abs(found.gap) <= 1e-3 * std::abs(found.score - found.baseline));
    CHECK(found.steps % 8 == 0);
    // As near to the integral with a few looks as with hundreds of midpoints.
    const IntegratedGradients exact = integrated_gradients(subject, s.text, {1, 0}, 400);
    for (size_t n = 0; n < found.values.size(); ++n)
      CHECK(std::abs(found.values[n] - exact.values[n]) <= 1e-3 * std::abs(found.score - found.baseline));
  });
}

TEST_CASE("PyTorch: an LSTM's answer without each word", "[oracle][explain]") {
  for_sentences([](const Subject& subject, const Sentence& s) {
    const std::pair<const char*, LeftOut> kWays[] = {{"loo_removed", LeftOut::kRemoved},
                                                     {"loo_unk", LeftOut::kUnknown}};
    for (const auto& [name, how] : kWays) {
      CAPTURE(name);
      const LeaveOneOut found = leave_one_out(subject, s.text, how);
      CHECK(apart(found.original, s["logits"]) <= kForward);
      CHECK(apart(found.logits.values, s[std::string(name) + ".logits"]) <= kForward);
      CHECK(absolute(total_variation(found, AnswerKind::kOneClass), s[std::string(name) + ".mean_abs"]) <=
            1e-6);
    }
    CHECK_THROWS_AS(leave_one_out(subject, s.text, LeftOut::kMasked), Error);
  });
}

TEST_CASE("PyTorch: the gradient of an LSTM's attention", "[oracle][explain]") {
  for_sentences([](const Subject& subject, const Sentence& s) {
    CHECK(apart(maps_of(subject, s.text).back().weights, s["attention"]) <= kForward);
    CHECK(apart(attention_received(maps_of(subject, s.text)), s["attention"]) <= kForward);
    CHECK(apart(attention_gradient(subject, s.text, kBoth, true).values, s["attention_grad"]) <= kGradient);
    CHECK(apart(attention_gradient(subject, s.text, kBoth).values, s["attention_x_grad"]) <= kGradient);
  });
}

TEST_CASE("SciPy: Kendall's tau of attention with gradients and with leaving out", "[oracle][explain]") {
  for_sentences([](const Subject& subject, const Sentence& s) {
    const std::vector<double> attention = attention_received(maps_of(subject, s.text));
    check_tau(attention, shares(subject, s, false), s, "gradient_full");
    check_tau(attention, shares(subject, s, true), s, "gradient_fixed");
    check_tau(attention, total_variation(leave_one_out(subject, s.text), AnswerKind::kOneClass), s,
              "loo_removed");
    check_tau(attention,
              total_variation(leave_one_out(subject, s.text, LeftOut::kUnknown), AnswerKind::kOneClass), s,
              "loo_unk");
  });
}

TEST_CASE("PyTorch: ERASER's figures of an LSTM by its attention", "[oracle][explain]") {
  for_sentences([](const Subject& subject, const Sentence& s) {
    const std::vector<int> order = ranking(attention_received(maps_of(subject, s.text)), standing(s.text));
    CHECK(std::vector<int32_t>(order.begin(), order.end()) == s.io.ids(s.name + ".order").values<int32_t>());
    const Eraser found = eraser(subject, s.text, s.predicted(), order);
    for (size_t i = 0; i < found.counts.size(); ++i)
      CHECK(found.counts[i] == s["eraser.counts"].data<int64_t>()[i]);
    CHECK(absolute(found.comprehensiveness, s["eraser.comprehensiveness"]) <= 1e-6);
    CHECK(absolute(found.sufficiency, s["eraser.sufficiency"]) <= 1e-6);
    CHECK(absolute({found.mean_comprehensiveness}, s["eraser.mean_comprehensiveness"].reshaped({1})) <= 1e-6);
    CHECK(absolute({found.mean_sufficiency}, s["eraser.mean_sufficiency"].reshaped({1})) <= 1e-6);
  });
}

TEST_CASE("PyTorch: an LSTM's answer under other attention", "[oracle][explain]") {
  for_sentences([](const Subject& subject, const Sentence& s) {
    const Map own = maps_of(subject, s.text).back();
    check_other(subject, s, "uniform", {even(own)});
    std::vector<std::vector<double>> each, shuffled;
    for (int64_t t = 0; t < own.S; ++t) each.push_back(without_key(own, t));
    check_other(subject, s, "zero_each", each);
    const auto most = std::max_element(own.weights.begin(), own.weights.end()) - own.weights.begin();
    check_other(subject, s, "zero_largest", {without_key(own, most)});
    const int64_t* order = s["permutations"].data<int64_t>();
    for (int64_t r = 0; r < s["permutations"].size(0); ++r) {
      shuffled.emplace_back();
      for (int64_t t = 0; t < own.S; ++t)
        shuffled.back().push_back(own.weights[static_cast<size_t>(order[r * own.S + t])]);
    }
    check_other(subject, s, "permuted", shuffled);
  });
}

TEST_CASE("An LSTM's states times the classifier add up to its logits", "[explain]") {
  for_sentences([](const Subject& subject, const Sentence& s) {
    const std::vector<Contributions> found = contributions(subject, s.text);
    REQUIRE(found.size() == 2);
    const Matrix states = matrix_of(s["states"]), W = matrix_of(s.io["out.weight"]);
    for (const Contributions& c : found) {
      CHECK(std::abs(c.sum - c.logit) <= 1e-5 * std::max(1.0, std::abs(c.logit)));
      CHECK_FALSE(c.remainder.has_value());
      CHECK(c.bias == Approx(element(s.io["out.bias"], c.label)));
      for (const Term& term : c.terms)
        CHECK(term.value ==
              Approx(element(s["attention"], term.token) * dot(states.row(term.token), W.row(c.label), 16))
                  .margin(1e-6));
    }
  });
}

TEST_CASE("Sentences that share a pass are told apart", "[explain]") {
  std::vector<EncodedText> texts;
  std::vector<std::vector<Contributions>> alone, together;
  for_sentences([&](const Subject& subject, const Sentence& s) {
    texts.push_back(s.text);
    alone.push_back(contributions(subject, s.text));
    if (texts.size() == 3) together = contributions(subject, texts, Detail::kParts);
  });
  REQUIRE(together.size() == 3);
  for (size_t i = 0; i < 3; ++i)
    for (size_t c = 0; c < 2; ++c) {
      const Contributions &got = together[i][c], &want = alone[i][c];
      CHECK(got.logit == Approx(want.logit).margin(1e-6));
      CHECK(got.bias == Approx(want.bias).margin(1e-6));
      REQUIRE(got.components.size() == want.components.size());
      REQUIRE(got.terms.size() == want.terms.size());
      for (size_t n = 0; n < want.terms.size(); ++n) {
        CHECK(got.terms[n].value == Approx(want.terms[n].value).margin(1e-6));
        REQUIRE(got.terms[n].parts.size() == 1);
        CHECK(got.terms[n].parts[0].value == got.terms[n].value);
      }
    }
}

TEST_CASE("A pass takes as many texts as there is room, of one length where padding is read", "[explain]") {
  using Batches = std::vector<std::vector<int>>;
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  Subject subject = model.subject();
  std::vector<EncodedText> texts(5);
  for (const auto& [text, length] : {std::pair{0, 3}, {1, 4}, {2, 4}, {3, 90}, {4, 2}})
    texts[static_cast<size_t>(text)].ids.assign(static_cast<size_t>(length), 1);
  CHECK(batches_of(subject, texts, 10) == Batches{{0, 1}, {2}, {3}, {4}});
  CHECK(batches_of(subject, texts, 1000) == Batches{{0, 1, 2, 3, 4}});
  subject.anatomy.reads_padding = true;
  CHECK(batches_of(subject, texts, 1000) == Batches{{0}, {1, 2}, {3}, {4}});
}

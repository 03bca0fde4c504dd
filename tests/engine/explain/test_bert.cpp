// Tiny BERT under a classifier: attributions, rollout, norms and the residual stream against PyTorch.
#include "engine/explain/contributions.h"
#include "engine/explain/gradients.h"
#include "engine/explain/residual_stream.h"
#include "engine/explain/rollout.h"
#include "engine/explain/value_norms.h"
#include "tests/engine/explain/attribution_models.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

namespace {

template <class Check>
void for_texts(const Check& check_one) {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  const Subject subject = model.subject();
  for (const std::string name : {"s0.", "s1."}) {
    CAPTURE(name);
    check_one(subject, text_of(io.ids(name + "input_ids"), io.ids(name + "token_type_ids")),
              [&](const std::string& what) -> const Tensor& {
                return io.tensors().count(name + what) ? io[name + what] : io[what];
              });
  }
}

const std::vector<Target> kClasses{{0, std::nullopt, Target::Of::kLogit},
                                   {1, std::nullopt, Target::Of::kLogit}};

// Sums of head terms over their sources: [K, terms].
Matrix by_name(const std::vector<StreamTerm>& terms, std::vector<std::string>& names) {
  std::vector<std::vector<double>> sums;
  for (const StreamTerm& term : terms) {
    if (names.empty() || names.back() != term.name) {
      names.push_back(term.name);
      sums.emplace_back(term.values.size(), 0.0);
    }
    for (size_t k = 0; k < term.values.size(); ++k) sums.back()[k] += term.values[k];
  }
  Matrix all(static_cast<int64_t>(sums.front().size()), static_cast<int64_t>(sums.size()));
  for (int64_t k = 0; k < all.rows; ++k)
    for (int64_t i = 0; i < all.columns; ++i)
      all.at(k, i) = sums[static_cast<size_t>(i)][static_cast<size_t>(k)];
  return all;
}

Matrix transposed(const Matrix& m) {
  Matrix t(m.columns, m.rows);
  for (int64_t i = 0; i < m.rows; ++i)
    for (int64_t j = 0; j < m.columns; ++j) t.at(j, i) = m.at(i, j);
  return t;
}

Matrix identity(int64_t D) {
  Matrix one(D, D);
  for (int64_t d = 0; d < D; ++d) one.at(d, d) = 1;
  return one;
}

}  // namespace

TEST_CASE("PyTorch: gradient × input and integrated gradients of BERT's words", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    CHECK(apart(logits_of(subject, {text}).values, io("logits")) <= kForward);
    const Matrix gradient = gradients_by(subject, text, kClasses, subject.anatomy.inputs).front();
    CHECK(apart(gradient.values, io("grad_word_embedding")) <= kGradient);
    CHECK(apart(gradient_input(subject, text, kClasses).values, io("gradxinput")) <= kGradient);
    std::vector<double> values, gaps;
    for (const Target& target : kClasses) {
      const IntegratedGradients found = integrated_gradients(subject, text, target, 50);
      values.insert(values.end(), found.values.begin(), found.values.end());
      gaps.push_back(found.gap);
    }
    CHECK(apart(values, io("ig")) <= kGradient);
    CHECK(absolute(gaps, io("ig_gap")) <= 1e-5);
  });
}

TEST_CASE("PyTorch: attention rollout of BERT", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    const std::vector<Map> maps = maps_of(subject, text);
    std::vector<double> weights, rolled;
    for (const Map& map : maps) weights.insert(weights.end(), map.weights.begin(), map.weights.end());
    for (const Matrix& layer : rollout(maps, true))
      rolled.insert(rolled.end(), layer.values.begin(), layer.values.end());
    CHECK(absolute(weights, io("attention")) <= 1e-5);
    CHECK(apart(rolled, io("rollout")) <= kForward);
    const std::vector<double> received = rollout_received(subject, text);  // of the first token
    for (size_t n = 0; n < received.size(); ++n)
      CHECK(received[n] == Approx(rolled[rolled.size() / 2 + n]).margin(1e-9));
  });
}

TEST_CASE("PyTorch: norms of what BERT's heads hand over", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    std::vector<double> heads, summed;
    for (const ValueNorms& layer : value_norms(subject, text)) {
      heads.insert(heads.end(), layer.heads.weights.begin(), layer.heads.weights.end());
      summed.insert(summed.end(), layer.summed.values.begin(), layer.summed.values.end());
    }
    CHECK(apart(heads, io("value_norms")) <= kForward);
    CHECK(apart(summed, io("value_norms_summed")) <= kForward);
  });
}

TEST_CASE("PyTorch: BERT's first state as a sum of what was written into it", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    std::vector<std::string> names;
    const std::vector<StreamTerm> terms = unroll(subject, text, {{0, identity(32)}});
    const Matrix found = by_name(terms, names);
    CHECK(apart(transposed(found).values, io("terms")) <= kForward);
    CHECK(names[1] == "position");
    CHECK(names[4] == "layer.0.head.0");
    CHECK(names[21] == "layer.1.feed_forward.norm");
    std::vector<double> state(32, 0.0), by_source;
    for (const StreamTerm& term : terms) {
      for (size_t d = 0; d < state.size(); ++d) state[d] += term.values[d];
      if (term.name.find(".head.") != std::string::npos)
        by_source.insert(by_source.end(), term.values.begin(), term.values.end());
    }
    CHECK(apart(state, io("state")) <= kForward);
    CHECK(apart(by_source, io("terms_head_by_source")) <= kForward);
  });
}

TEST_CASE("PyTorch: BERT's logits as sums, through a linear head and a pooler", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    std::vector<std::string> names;
    const Matrix direct = by_name(unroll(subject, text, {{0, matrix_of(io("direct.weight"))}}), names);
    CHECK(apart(direct.values, io("terms_direct")) <= kForward);
    for (int64_t c = 0; c < 2; ++c) {
      double sum = element(io("direct.bias"), c);
      for (int64_t i = 0; i < direct.columns; ++i) sum += direct.at(c, i);
      CHECK(sum == Approx(element(io("direct_logits"), c)).epsilon(1e-4));
    }
    const Matrix slope = gradients_by(subject, text, kClasses, {subject.anatomy.states}).front();
    const auto N = static_cast<int64_t>(text.ids.size());
    std::vector<double> first(slope.row(0), slope.row(0) + 32);
    first.insert(first.end(), slope.row(N), slope.row(N) + 32);
    CHECK(apart(first, io("state_gradient")) <= kGradient);
    const std::vector<Contributions> found = contributions(subject, text);
    for (const Contributions& c : found) {
      CHECK(std::abs(*c.remainder - element(io("slope_remainder"), c.label)) <= 1e-4);
      CHECK(c.sum + *c.remainder == Approx(c.logit));
      CHECK(c.terms.size() == text.ids.size());
      for (int64_t i = 0; i < 22; ++i)
        CHECK(c.components[static_cast<size_t>(i)].value ==
              Approx(element(io("terms_slope"), c.label * 22 + i)).margin(1e-5));
    }
  });
}
